// Test sounds, created on this device: synthesised, then encoded by the engine or, for Opus and AAC, by the browser.
import type { Dsp } from '../../dsp/client.ts';
import { monoWav, pcm16 } from '../../lib/monoWav.ts';
import { oggOf, webmOf } from './opusFiles.ts';
import type { BenchPorts } from './ports.ts';

const FORMANTS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [660, 1720, 2410],
] as const;
const SYLLABLES_PER_SECOND = 4.2;
/** Pause in every ten seconds, with only room noise. */
const PAUSE = { every: 10, from: 6, to: 9.5 };

interface Span {
  start: number;
  end: number;
}

/** The pauses, seconds. */
const pausesOf = (seconds: number): Span[] =>
  Array.from({ length: Math.floor(seconds / PAUSE.every) }, (_, at) => ({
    start: at * PAUSE.every + PAUSE.from,
    end: at * PAUSE.every + PAUSE.to,
  }));

/** Synthesises one second at a time and calls `rest` between them. −0.5…0.5, one channel. */
async function synthesiseVoice(
  seconds: number,
  sampleRate: number,
  rest: () => Promise<void>,
): Promise<Float32Array<ArrayBuffer>> {
  const out = new Float32Array(seconds * sampleRate);
  const memory = new Float64Array(6);
  let state = 1;
  let phase = 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (let n = 0; n < out.length; n++) {
    if (n % sampleRate === 0) await rest();
    const t = n / sampleRate;
    const position = t * SYLLABLES_PER_SECOND;
    const syllable = Math.floor(position);
    phase += (105 + 25 * Math.sin(t * 1.7) + 10 * Math.sin(t * 6.1)) / sampleRate;
    let source = 0.02 * random();
    if (phase >= 1) {
      phase -= 1;
      source += 1;
    }
    if (syllable % 5 === 4) source = 0.12 * random();
    let sum = 0;
    const formants = FORMANTS[syllable % FORMANTS.length] ?? FORMANTS[0];
    for (let i = 0; i < 3; i++) {
      const r = Math.exp((-Math.PI * (60 + 40 * i)) / sampleRate);
      const c = 2 * r * Math.cos((2 * Math.PI * (formants[i] ?? 0)) / sampleRate);
      const y = (1 - r) * source + c * (memory[2 * i] ?? 0) - r * r * (memory[2 * i + 1] ?? 0);
      memory[2 * i + 1] = memory[2 * i] ?? 0;
      memory[2 * i] = y;
      sum += y;
    }
    const within = t % PAUSE.every;
    const isPause = within >= PAUSE.from && within < PAUSE.to;
    const envelope = isPause ? 0.0005 : Math.sqrt(Math.sin(Math.PI * Math.min(1, position - syllable)));
    out[n] = Math.max(-0.5, Math.min(0.5, sum * envelope));
  }
  return out;
}

export const RATE = 48_000;
const KBPS = 128;
const OPUS_PRE_SKIP = 312;
/** BS.1770: a mono sine of 997 Hz at −20 dBFS has −23.01 LUFS. */
const TONE = { hz: 997, amplitude: 0.1, seconds: 5 };

export interface Samples {
  seconds: number;
  pcm: Float32Array<ArrayBuffer>;
  pauses: readonly Span[];
  wav: Blob;
  mp3: Blob;
  /** With overwritten bytes in the middle. */
  damagedMp3: Blob;
  /** Null if this browser cannot encode Opus. */
  webm: Blob | null;
  ogg: Blob | null;
  /** Null if it cannot encode AAC. */
  aac: Blob | null;
  tone: Blob;
}

const rest = () => new Promise<void>((resolve) => setTimeout(resolve));

export async function makeSamples(
  seconds: number,
  dsp: Dsp,
  { encodeInBrowser }: Pick<BenchPorts, 'encodeInBrowser'>,
  signal: AbortSignal,
): Promise<Samples> {
  const pcm = await synthesiseVoice(seconds, RATE, async () => {
    await rest();
    signal.throwIfAborted();
  });
  const wav = monoWav([pcm16(pcm)], RATE);
  const made = await dsp.cut(wav, [{ start: 0, end: seconds }], { format: 'mp3', kbps: KBPS }, undefined, {
    signal,
  });
  const mp3 = await dsp.detach(made.file);
  const opus = await encodeInBrowser('opus', pcm, RATE, signal);
  const aac = await encodeInBrowser('mp4a.40.2', pcm, RATE, signal);
  const packets = opus && {
    packets: opus.packets,
    packetFrames: Math.round((opus.packetMicroseconds * RATE) / 1e6),
    preSkip: preSkipOf(opus.description),
    frames: pcm.length,
  };
  const tone = Float32Array.from(
    { length: TONE.seconds * RATE },
    (_, n) => TONE.amplitude * Math.sin((2 * Math.PI * TONE.hz * n) / RATE),
  );
  return {
    seconds,
    pcm,
    pauses: pausesOf(seconds),
    wav,
    mp3,
    damagedMp3: await withHole(mp3),
    webm: packets && webmOf(packets),
    ogg: packets && oggOf(packets),
    aac: aac && new Blob(aac.packets, { type: 'audio/aac' }),
    tone: monoWav([pcm16(tone)], RATE),
  };
}

/** The pre-skip in an Opus identification header (RFC 7845 §5.1), frames. */
function preSkipOf(head: Uint8Array | null): number {
  return head && head.length >= 12 ? (head[10] ?? 0) + 256 * (head[11] ?? 0) : OPUS_PRE_SKIP;
}

const HOLE_BYTES = 4_000;

async function withHole(mp3: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await mp3.arrayBuffer());
  const middle = Math.floor(bytes.length / 2);
  for (let at = middle; at < middle + HOLE_BYTES; at++) bytes[at] = (at * 37) & 127;
  return new Blob([bytes], { type: mp3.type });
}

/** The voice repeated to `minutes`, for work shared by workers. */
export function longWav({ pcm }: Samples, minutes: number): Blob {
  const piece = pcm16(pcm);
  const times = Math.ceil((minutes * 60 * RATE) / pcm.length);
  return monoWav(
    Array.from({ length: times }, () => piece),
    RATE,
  );
}
