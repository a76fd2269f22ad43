// Peak and RMS of an open microphone, read by the recorder's ring. Listens beside the recorder, never in its path.

export interface VoiceMeter {
  /** Peak magnitude 0…1 and RMS in dBFS (−100 for silence) of the last 46 ms or so. */
  read(): { peak: number; rmsDb: number };
  close(): void;
}

/** 46 ms at 44.1 kHz: long enough for the lowest voice, short enough to feel immediate. */
const WINDOW_FRAMES = 2048;
const SILENCE_DB = -100;

/** Opens a meter; the stream's tracks stay the caller's. Rejects where the browser has no audio graph. */
export async function openMeter(stream: MediaStream): Promise<VoiceMeter> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const source = context.createMediaStreamSource(stream);
  const analyser = new AnalyserNode(context, { fftSize: WINDOW_FRAMES });
  source.connect(analyser);
  // The autoplay policy may hold the graph until the next tap; the meter then reads silence until it runs.
  void context.resume();
  const samples = new Float32Array(WINDOW_FRAMES);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      let peak = 0;
      let sum = 0;
      for (const sample of samples) {
        peak = Math.max(peak, Math.abs(sample));
        sum += sample * sample;
      }
      const rms = Math.sqrt(sum / samples.length);
      return { peak, rmsDb: rms > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(rms)) : SILENCE_DB };
    },
    close() {
      source.disconnect();
      void context.close();
    },
  };
}
