import { afterEach, expect, it, vi } from 'vitest';
import { openMeter } from '../../../src/audio/voiceMeter.ts';

const contexts: AudioContext[] = [];
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A microphone that hears a steady tone. */
function toneMicrophone(gain: number): MediaStream {
  const context = new AudioContext();
  contexts.push(context);
  const room = new MediaStreamAudioDestinationNode(context);
  const tone = new OscillatorNode(context, { frequency: 440 });
  tone.connect(new GainNode(context, { gain })).connect(room);
  tone.start();
  return room.stream;
}

async function recordedRms(stream: MediaStream, seconds: number): Promise<number> {
  const recorder = new MediaRecorder(stream);
  const ended = new Promise<Blob>((resolve) => {
    recorder.ondataavailable = ({ data }) => resolve(data);
  });
  recorder.start();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  recorder.stop();
  const bytes = await (await ended).arrayBuffer();
  const heard = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
  const samples = heard.getChannelData(0).subarray(heard.length / 4, (heard.length * 3) / 4);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

it('measures and records the same while it is monitored', async () => {
  const stream = toneMicrophone(0.25);
  const meter = await openMeter(stream);
  await expect.poll(() => meter.read().rmsDb).toBeCloseTo(-15.05, 0);
  const before = await recordedRms(stream, 1);
  meter.monitor(true);
  expect(await recordedRms(stream, 1)).toBeCloseTo(before, 2);
  expect(meter.read().rmsDb).toBeCloseTo(-15.05, 0);
  meter.monitor(false);
  meter.close();
});

it('closes its audio graph when it cannot open', async () => {
  const close = vi.spyOn(AudioContext.prototype, 'close');
  await expect(openMeter(new MediaStream())).rejects.toThrow();
  expect(close).toHaveBeenCalledTimes(1);
});
