// Plays decoded ranges sample-exactly through AudioBufferSourceNodes: the preview equals the export. Decoding is
// passed in (adapters do not import one another). Times are seconds of the source file.

import type { PcmRange } from '../../dsp/pkg/dsp.js';
import { createScope, type Scope } from '../lib/scope.ts';

/** Room for the first start, so that nothing is scheduled in the past. */
const LEAD_SECONDS = 0.03;

interface Scheduled {
  /** Context time of its first sample. */
  at: number;
  start: number;
  end: number;
  region: number;
}

export interface AuditionOutput {
  /** True before the first range: no sound yet. */
  readonly silent: boolean;
  /** Scheduled seconds that are still to play. */
  ahead(): number;
  /** Plays after all scheduled ranges; `end` is where the range ends in the source. */
  schedule(range: PcmRange, end: number, region: number): Promise<void>;
  /** Delays the next start by `seconds`. */
  shift(seconds: number): void;
  /** Source position now playing; the last one after the end. */
  position(): number;
  regionIndex(): number;
  suspend(): void;
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

function sourceOf(audio: AudioContext, { channels, sampleRate }: PcmRange): AudioBufferSourceNode {
  const buffer = audio.createBuffer(channels.length, channels[0]?.length ?? 0, sampleRate);
  channels.forEach((samples, channel) => {
    buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, channel);
  });
  const node = audio.createBufferSource();
  node.buffer = buffer;
  node.connect(audio.destination);
  return node;
}

/**
 * Scheduled sources stop when `scope` closes. `from` is the position before the first sound. At other speeds than 1
 * the pitch changes with it: preserving it would need a time stretcher between the worker and the speaker.
 */
export function createAuditionOutput(scope: Scope, from: number, speed = 1): AuditionOutput {
  let audio: AudioContext | null = null;
  const played: Scheduled[] = [];
  let cursor = 0;
  let last = { position: from, region: 0 };
  const now = () => audio?.currentTime ?? 0;
  /**
   * The sound at the speaker lags the rendered one, by 0.2 s over Bluetooth. At the end there is nothing left to wait
   * for.
   */
  const heard = () => (now() >= cursor ? now() : now() - (audio?.outputLatency ?? 0));
  return {
    get silent() {
      return audio === null;
    },
    ahead: () => cursor - now(),
    async schedule(range, end, region) {
      const frames = range.channels[0]?.length ?? 0;
      if (frames === 0) return;
      if (!audio) {
        audio = previewContext(range.sampleRate);
        await audio.resume();
        if (scope.closed) return;
      }
      const node = sourceOf(audio, range);
      node.playbackRate.value = speed;
      cursor = Math.max(cursor, audio.currentTime + LEAD_SECONDS);
      node.start(cursor);
      scope.add(() => {
        node.stop();
        node.disconnect();
      });
      played.push({ at: cursor, start: range.startSeconds, end, region });
      cursor += frames / range.sampleRate / speed;
    },
    shift(seconds) {
      cursor += seconds;
    },
    position() {
      const time = heard();
      const current = played.findLast((entry) => entry.at <= time);
      if (current) {
        const position = Math.min(current.end, current.start + (time - current.at) * speed);
        last = { position, region: current.region };
      }
      return last.position;
    },
    regionIndex: () => last.region,
    suspend: () => void audio?.suspend(),
  };
}

export interface AuditionRegion {
  start: number;
  end: number;
}

export interface AuditionOptions {
  /** Decodes `start … end`; called a few seconds before playback reaches it. */
  decode: (start: number, end: number, signal: AbortSignal) => Promise<PcmRange>;
  /** Played in this order. */
  regions: AuditionRegion[];
  /** Silence between two regions. */
  gapSeconds: number;
  /** 1 unless given; 2 plays twice as fast and an octave higher. */
  speed?: number;
  onEnded: () => void;
  onFailed: (error: unknown) => void;
}

export interface Audition {
  /** Source position now playing; the last one after the end. Cheap: read it every frame. */
  position(): number;
  /** Index of the region now playing. */
  regionIndex(): number;
  stop(): void;
}

/** Seconds decoded at once: 10 s of 48 kHz stereo are 3.8 MB. */
const WINDOW_SECONDS = 10;
/** The first window is short, so that sound starts at once after the tap. */
const FIRST_WINDOW_SECONDS = 1.5;
/** The next window is requested when this much is left to play. */
const AHEAD_SECONDS = 4;
/** Interval at which a full schedule, and the end, are checked. */
const CHECK_MS = 250;
const SHORTEST_CHECK_MS = 10;

/** Resolves after `ms`, at once when aborted. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Decodes window by window, a few seconds ahead of playback; resolves when all was played or `signal` aborted. */
async function playThrough(
  { regions, gapSeconds, decode }: AuditionOptions,
  output: AuditionOutput,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, region] of regions.entries()) {
    let from = region.start;
    while (from < region.end) {
      while (!signal.aborted && output.ahead() > AHEAD_SECONDS) await wait(CHECK_MS, signal);
      if (signal.aborted) return;
      const to = Math.min(region.end, from + (output.silent ? FIRST_WINDOW_SECONDS : WINDOW_SECONDS));
      const range = await decode(from, to, signal);
      if (signal.aborted) return;
      await output.schedule(range, to, index);
      from = to;
    }
    output.shift(gapSeconds);
  }
  output.shift(-gapSeconds);
  while (!signal.aborted && output.ahead() > 0) {
    await wait(Math.min(CHECK_MS, Math.max(SHORTEST_CHECK_MS, output.ahead() * 1000)), signal);
  }
}

/** Starts playing at once; call from a tap or key, otherwise the browser blocks the sound. */
export function startAudition(options: AuditionOptions): Audition {
  const scope = createScope();
  const abort = new AbortController();
  scope.add(() => abort.abort());
  const output = createAuditionOutput(scope, options.regions[0]?.start ?? 0, options.speed);
  const stop = () => {
    scope.close();
    output.suspend();
  };

  playThrough(options, output, abort.signal)
    .then(() => {
      if (abort.signal.aborted) return;
      stop();
      options.onEnded();
    })
    .catch((error: unknown) => {
      if (abort.signal.aborted) return;
      scope.close();
      options.onFailed(error);
    });

  return { position: output.position, regionIndex: output.regionIndex, stop };
}
