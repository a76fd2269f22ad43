// The engine's WAV writer against audiobuffer-to-wav: the same header, samples within two 16-bit steps
// (the package scales positive samples by 32,767 and truncates, the engine scales by 32,768 and rounds).
import toWav from 'audiobuffer-to-wav';
import { expect, test } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { voice } from '../support/server/voice.ts';

const RATE = 44_100;
const HEADER_BYTES = 44;

/** The part of Web Audio's AudioBuffer that the package reads. */
function audioBuffer(channels: Float32Array[]): AudioBuffer {
  return {
    numberOfChannels: channels.length,
    sampleRate: RATE,
    length: channels[0]!.length,
    getChannelData: (index: number) => channels[index]!,
  } as unknown as AudioBuffer;
}

/** Collects the core's output. */
function memorySink() {
  const parts: Uint8Array[] = [];
  return {
    write: (bytes: Uint8Array) => void parts.push(bytes.slice()),
    patch(offset: number, bytes: Uint8Array) {
      const whole = this.bytes();
      whole.set(bytes, offset);
      parts.splice(0, parts.length, whole);
    },
    bytes: () => new Uint8Array(Buffer.concat(parts)),
  };
}

test.each([1, 2])('writes the same WAV as audiobuffer-to-wav, %i channel(s)', async (count) => {
  const channels = [voice(4, RATE), voice(4, RATE).map((sample) => -sample / 2)].slice(0, count);
  const source = new Uint8Array(toWav(audioBuffer(channels), { float32: true }));
  const core = await loadCore();
  const sink = memorySink();
  const reader = {
    size: source.length,
    readAt: (at: number, length: number) => source.slice(at, at + length),
  };
  // Two regions, because the engine copies a single region of a WAV in its own format.
  core.cut(reader, Float64Array.of(0, 1, 3, 4), 'wav', 128, sink, undefined);
  const ours = new DataView(sink.bytes().buffer);
  const kept = channels.map((channel) => {
    const joined = new Float32Array(2 * RATE);
    joined.set(channel.subarray(0, RATE), 0);
    joined.set(channel.subarray(3 * RATE, 4 * RATE), RATE);
    return joined;
  });
  const theirs = new DataView(toWav(audioBuffer(kept)));
  expect(ours.byteLength).toBe(theirs.byteLength);
  for (let i = 0; i < HEADER_BYTES; i++) expect(ours.getUint8(i)).toBe(theirs.getUint8(i));
  const join = 0.005 * RATE;
  let worst = 0;
  for (let frame = 0; frame < 2 * RATE; frame++) {
    if (Math.abs(frame - RATE) <= join) continue;
    for (let channel = 0; channel < count; channel++) {
      const at = HEADER_BYTES + (frame * count + channel) * 2;
      worst = Math.max(worst, Math.abs(ours.getInt16(at, true) - theirs.getInt16(at, true)));
    }
  }
  expect(worst).toBeLessThanOrEqual(2);
});
