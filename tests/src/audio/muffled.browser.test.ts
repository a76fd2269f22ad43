// The muffled playback for moderators, rendered offline and on the page's audio graph.
import { afterEach, expect, it, vi } from 'vitest';
import {
  createMuffledGraph,
  type Hearing,
  type MuffledPlayer,
  openMuffled,
} from '../../../src/audio/muffled.ts';
import { toneUrl } from '../../support/audio/toneUrl.ts';

const RATE = 48_000;
const SECONDS = 1;

const decibels = (power: number) => 10 * Math.log10(power + 1e-30);
const power = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

/** Power above `hz`: an eighth-order Butterworth high-pass over the rendered samples. */
async function above(hz: number, samples: Float32Array): Promise<number> {
  const context = new OfflineAudioContext(1, samples.length, RATE);
  const source = new AudioBufferSourceNode(context, { buffer: bufferOf(context, [samples]) });
  let node: AudioNode = source;
  for (const Q of [-5.85, -4.42, -0.91, 8.18])
    node = node.connect(new BiquadFilterNode(context, { type: 'highpass', frequency: hz, Q }));
  node.connect(context.destination);
  source.start();
  return power((await context.startRendering()).getChannelData(0));
}

function bufferOf(context: BaseAudioContext, channels: readonly Float32Array[]): AudioBuffer {
  const buffer = context.createBuffer(channels.length, channels[0]?.length ?? 0, RATE);
  channels.forEach((samples, channel) => {
    buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, channel);
  });
  return buffer;
}

/** Renders `channels` through the graph; `late` skips the fade in the first half. */
async function render(channels: readonly Float32Array[], hearing: Hearing): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(2, RATE * SECONDS, RATE);
  const graph = createMuffledGraph(context, context.destination);
  const source = new AudioBufferSourceNode(context, { buffer: bufferOf(context, channels) });
  source.connect(graph.input);
  if (hearing !== 'nothing') graph.hear(hearing, 0);
  source.start();
  return context.startRendering();
}
const late = (buffer: AudioBuffer, channel = 0) =>
  buffer.getChannelData(channel).subarray((RATE * SECONDS) / 2);

function noise(seed: number, level: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: RATE * SECONDS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return level * (state / 2 ** 31 - 1);
  });
}
const square = (hz: number, level: number) =>
  Float32Array.from({ length: RATE * SECONDS }, (_, i) => (((i * hz) / RATE) % 1 < 0.5 ? level : -level));

it('is silent when opened', async () => {
  expect(power(late(await render([noise(1, 1), noise(2, 1)], 'nothing')))).toBe(0);
});

it('attenuates everything above 2 kHz by 30 dB, for loud noise, quiet noise and a clipped voice', async () => {
  for (const sound of [noise(1, 1), noise(2, 0.02), square(210, 1)]) {
    const samples = late(await render([sound, sound], 'muffled'));
    const whole = power(samples);
    expect(decibels(whole)).toBeGreaterThan(-60);
    expect(decibels(await above(2000, samples)) - decibels(whole)).toBeLessThan(-30);
  }
});

it('is mono and never above -12 dB', async () => {
  for (const sound of [noise(3, 1), square(70, 1), square(650, 1)]) {
    const rendered = await render([sound, new Float32Array(sound.length)], 'muffled');
    expect(power(late(rendered))).toBeGreaterThan(0);
    expect(rendered.getChannelData(1)).toEqual(rendered.getChannelData(0));
    const both = await render([sound, sound], 'muffled');
    const peak = both.getChannelData(0).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(decibels(peak ** 2)).toBeLessThan(-12);
  }
});

it('reduces the level difference between a whisper and a shout', async () => {
  const loud = late(await render([noise(1, 0.8), noise(1, 0.8)], 'muffled'));
  const quiet = late(await render([noise(1, 0.008), noise(1, 0.008)], 'muffled'));
  expect(decibels(power(loud)) - decibels(power(quiet))).toBeLessThan(30);
});

it('plays the unchanged recording in stereo while full sound is on', async () => {
  const [left, right] = [noise(5, 0.5), noise(6, 0.5)];
  const full = await render([left, right], 'full');
  const from = (RATE * SECONDS) / 2;
  expect(late(full, 0)[100]).toBeCloseTo(left[from + 100] ?? 9, 4);
  expect(late(full, 1)[100]).toBeCloseTo(right[from + 100] ?? 9, 4);
  expect(decibels(await above(2000, late(full))) - decibels(power(late(full)))).toBeGreaterThan(-2);
});

// The player on a real context, with an analyser instead of the loudspeaker.
let player: MuffledPlayer | null = null;
afterEach(() => {
  player?.close();
  vi.unstubAllGlobals();
});

function listenIn() {
  let analyser: AnalyserNode | null = null;
  let contexts = 0;
  class Heard extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts++;
      analyser = new AnalyserNode(this, { fftSize: 8192 });
      analyser.connect(super.destination);
    }
    override get destination(): AudioDestinationNode {
      return (analyser ?? super.destination) as AudioDestinationNode;
    }
  }
  vi.stubGlobal('AudioContext', Heard);
  const samples = new Float32Array(8192);
  return {
    contexts: () => contexts,
    level: () => {
      analyser?.getFloatTimeDomainData(samples);
      return analyser === null ? Number.NEGATIVE_INFINITY : decibels(power(samples));
    },
  };
}

it('is silent and creates no graph when opened; plays muffled, full on request, and nothing on hold', async () => {
  const ear = listenIn();
  player = openMuffled(toneUrl(5000, 20));
  await expect.poll(() => player?.seconds()).toBeCloseTo(20, 1);
  expect([ear.contexts(), ear.level(), player.position()]).toEqual([0, Number.NEGATIVE_INFINITY, 0]);
  player.play();
  await expect.poll(() => player?.position(), { timeout: 10_000 }).toBeGreaterThan(0.3);
  const muffled = ear.level();
  expect(muffled).toBeLessThan(-50);
  player.openFull(true);
  await expect.poll(ear.level, { timeout: 10_000 }).toBeGreaterThan(-15);
  player.openFull(false);
  await expect.poll(ear.level, { timeout: 10_000 }).toBeLessThan(-50);
  player.openFull(true);
  await expect.poll(ear.level, { timeout: 10_000 }).toBeGreaterThan(-15);
  player.pause();
  await expect.poll(ear.level, { timeout: 10_000 }).toBeLessThan(-100);
});

it('seeks, keeps its speed, reports its end, and is silent after closing', async () => {
  listenIn();
  const played: boolean[] = [];
  player = openMuffled(toneUrl(300, 3), { onPlaying: (on) => played.push(on) });
  const ended = vi.fn();
  player.onEnd = ended;
  await expect.poll(() => player?.seconds()).toBeCloseTo(3, 1);
  player.seek(99);
  expect(player.position()).toBeCloseTo(3, 1);
  player.seek(2.5);
  player.setRate(2);
  player.play();
  await expect.poll(() => ended.mock.calls.length, { timeout: 10_000 }).toBe(1);
  expect(played).toEqual([true, false]);
  player.close();
  player.play();
  expect(played).toEqual([true, false]);
});

it('reports that there is nothing to play', async () => {
  const failed = vi.fn();
  player = openMuffled(URL.createObjectURL(new Blob(['no audio'], { type: 'audio/mpeg' })), {
    onFailed: failed,
  });
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
});
