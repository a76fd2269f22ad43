// Schedules decoded ranges one after another, sample-exactly, and knows which place of the source is heard.
import type { PcmRange } from '../../dsp/pkg/dsp.js';
import type { Scope } from '../lib/scope.ts';

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
  /** True before the first range: nothing can be heard yet. */
  readonly silent: boolean;
  /** Seconds that are scheduled and not yet heard. */
  ahead(): number;
  /** Plays after everything scheduled; `end` is where the range ends in the source. */
  schedule(range: PcmRange, end: number, region: number): Promise<void>;
  /** Moves the next start by so many seconds. */
  shift(seconds: number): void;
  /** Source position now being heard; the last one after the end. */
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
 * What is scheduled stops when `scope` closes. `from` is the position before anything is heard. At another speed than
 * 1 the pitch moves with it: keeping it would need a time stretcher between the worker and the speaker.
 */
export function createAuditionOutput(scope: Scope, from: number, speed = 1): AuditionOutput {
  let audio: AudioContext | null = null;
  const played: Scheduled[] = [];
  let cursor = 0;
  let last = { position: from, region: 0 };
  const now = () => audio?.currentTime ?? 0;
  /** What leaves the speaker: behind what is rendered, by 0.2 s over Bluetooth. At the end nothing more is to come. */
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
