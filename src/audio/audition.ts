// Plays decoded ranges sample-exactly through AudioBufferSourceNodes: what is heard is what will be exported.
// Decoding is passed in (adapters do not know one another). Times are seconds of the source file.
import type { PcmRange } from '../../dsp/pkg/dsp.js';
import { createScope } from '../lib/scope.ts';

export interface AuditionRegion {
  start: number;
  end: number;
}

export interface AuditionOptions {
  /** Decodes `start … end`; called a few seconds ahead of what is heard. */
  decode: (start: number, end: number, signal: AbortSignal) => Promise<PcmRange>;
  /** Played in this order. */
  regions: AuditionRegion[];
  /** Silence between two regions. */
  gapSeconds: number;
  onEnded: () => void;
  onFailed: (error: unknown) => void;
}

export interface Audition {
  /** Source position now being heard; the last one after the end. Cheap: read it every frame. */
  position(): number;
  /** Index of the region being heard. */
  regionIndex(): number;
  stop(): void;
}

/** Seconds decoded at once: 10 s of 48 kHz stereo are 3.8 MB. */
const WINDOW_SECONDS = 10;
/** The first window is short, so that sound follows the press at once. */
const FIRST_WINDOW_SECONDS = 1.5;
/** The next window is asked for when this much is left to play. */
const AHEAD_SECONDS = 4;
/** Room for the first start, so that nothing is scheduled in the past. */
const LEAD_SECONDS = 0.03;

interface Scheduled {
  /** Context time of its first sample. */
  at: number;
  start: number;
  end: number;
  region: number;
}

let context: AudioContext | null = null;

/** One context for all previews, at the source's own rate so that windows join without resampling. */
function previewContext(sampleRate: number): AudioContext {
  if (context?.sampleRate !== sampleRate) {
    void context?.close();
    context = new AudioContext({ latencyHint: 'playback', sampleRate });
  }
  return context;
}

/** Starts playing at once; call from a tap or key so that the browser lets the sound out. */
export function startAudition(options: AuditionOptions): Audition {
  let audio: AudioContext | null = null;
  const scope = createScope();
  const abort = new AbortController();
  scope.add(() => abort.abort());
  const played: Scheduled[] = [];
  let cursor = 0;
  let last = { position: options.regions[0]?.start ?? 0, region: 0 };

  const now = () => audio?.currentTime ?? 0;

  const schedule = async (range: PcmRange, end: number, region: number) => {
    const frames = range.channels[0]?.length ?? 0;
    if (frames === 0) return;
    if (!audio) {
      audio = previewContext(range.sampleRate);
      await audio.resume();
      if (abort.signal.aborted) return;
    }
    const buffer = audio.createBuffer(range.channels.length, frames, range.sampleRate);
    range.channels.forEach((samples, channel) => {
      buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, channel);
    });
    const node = audio.createBufferSource();
    node.buffer = buffer;
    node.connect(audio.destination);
    if (cursor < audio.currentTime + LEAD_SECONDS) cursor = audio.currentTime + LEAD_SECONDS;
    node.start(cursor);
    scope.add(() => {
      node.stop();
      node.disconnect();
    });
    played.push({ at: cursor, start: range.startSeconds, end, region });
    cursor += buffer.duration;
  };

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      abort.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  const run = async () => {
    for (const [index, region] of options.regions.entries()) {
      let from = region.start;
      while (from < region.end) {
        while (!abort.signal.aborted && cursor - now() > AHEAD_SECONDS) await wait(250);
        if (abort.signal.aborted) return;
        const length = audio ? WINDOW_SECONDS : FIRST_WINDOW_SECONDS;
        const to = Math.min(region.end, from + length);
        const range = await options.decode(from, to, abort.signal);
        if (abort.signal.aborted) return;
        await schedule(range, to, index);
        from = to;
      }
      cursor += options.gapSeconds;
    }
    cursor -= options.gapSeconds;
    while (!abort.signal.aborted && now() < cursor) {
      await wait(Math.min(250, Math.max(10, (cursor - now()) * 1000)));
    }
    if (abort.signal.aborted) return;
    scope.close();
    void audio?.suspend();
    options.onEnded();
  };
  run().catch((error: unknown) => {
    if (abort.signal.aborted) return;
    scope.close();
    options.onFailed(error);
  });

  return {
    position() {
      const time = now();
      const current = played.findLast((entry) => entry.at <= time);
      if (current) {
        last = {
          position: Math.min(current.end, current.start + time - current.at),
          region: current.region,
        };
      }
      return last.position;
    },
    regionIndex: () => last.region,
    stop() {
      scope.close();
      void audio?.suspend();
    },
  };
}
