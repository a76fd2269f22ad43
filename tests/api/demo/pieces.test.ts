// The samples of the demo pieces: the same on every run, exact in length, silent at both ends, never clipped.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GENDERS } from '../../../api/contract/categories.ts';
import { SAMPLE_RATE } from '../../../api/demo/synth/clock.ts';
import { type Piece, render } from '../../../api/demo/synth/piece.ts';
import { DEMO_TRACKS } from '../../../api/demo/tracks.ts';

/** 5 ms at each end are checked for silence. */
const EDGE_FRAMES = Math.round(SAMPLE_RATE * 0.005);

function facts(piece: Piece) {
  const hash = createHash('sha256');
  let frames = 0;
  let peak = 0;
  let sum = 0;
  let broken = 0;
  let longestSilence = 0;
  let silence = 0;
  let edges = 0;
  const total = Math.round(piece.seconds * SAMPLE_RATE);
  for (const block of render(piece)) {
    expect(block).toHaveLength(piece.channels);
    for (const channel of block) {
      hash.update(new Uint8Array(channel.buffer, channel.byteOffset, channel.byteLength));
    }
    const first = block[0] as Float32Array;
    const last = block.at(-1) as Float32Array;
    for (let i = 0; i < first.length; i++) {
      const value = Math.max(Math.abs(first[i] as number), Math.abs(last[i] as number));
      if (!Number.isFinite(value)) broken += 1;
      peak = Math.max(peak, value);
      sum += first[i] as number;
      silence = value < 1e-4 ? silence + 1 : 0;
      longestSilence = Math.max(longestSilence, silence);
      const frame = frames + i;
      if (frame < EDGE_FRAMES || frame >= total - EDGE_FRAMES) edges = Math.max(edges, value);
    }
    frames += first.length;
  }
  return {
    digest: hash.digest('hex'),
    frames,
    peak,
    offset: Math.abs(sum / frames),
    broken,
    longestSilence: longestSilence / SAMPLE_RATE,
    edges,
  };
}

describe('the list', () => {
  it('has thirteen tracks with their own ids, titles, seeds and ages (row 58)', () => {
    expect(DEMO_TRACKS).toHaveLength(13);
    for (const key of ['id', 'title', 'ageHours'] as const) {
      expect(new Set(DEMO_TRACKS.map((track) => track[key])).size).toBe(13);
    }
    expect(new Set(DEMO_TRACKS.map((track) => track.piece.seed)).size).toBe(13);
  });

  it('fills every filter tab, and New with more than one row', () => {
    expect(new Set(DEMO_TRACKS.map((track) => track.gender))).toEqual(new Set(GENDERS));
    const young = DEMO_TRACKS.filter((track) => track.ageHours < 7 * 24);
    expect(young.length).toBeGreaterThan(6);
    expect(young.length).toBeLessThan(13);
  });
});

describe.each(DEMO_TRACKS)('$title', ({ piece }) => {
  const measured = facts(piece);

  it('lasts 20 to 90 seconds, exact to the frame', () => {
    expect(piece.seconds).toBeGreaterThanOrEqual(20);
    expect(piece.seconds).toBeLessThanOrEqual(90);
    expect(measured.frames).toBe(piece.seconds * SAMPLE_RATE);
  });

  it('stays under −1 dBFS, without DC offset and invalid samples', () => {
    expect(measured.broken).toBe(0);
    expect(measured.peak).toBeLessThanOrEqual(10 ** (-1 / 20));
    expect(measured.peak).toBeGreaterThan(0.2);
    expect(measured.offset).toBeLessThan(1e-3);
  });

  it('begins and ends in silence and is never silent for long', () => {
    expect(measured.edges).toBeLessThan(0.002);
    expect(measured.longestSilence).toBeLessThan(2.5);
  });
});

it('makes the same samples every time, and others for another seed', () => {
  const piece = { ...(DEMO_TRACKS[1] as (typeof DEMO_TRACKS)[0]).piece, seconds: 3 };
  expect(facts(piece).digest).toBe(facts(piece).digest);
  expect(facts({ ...piece, seed: piece.seed + 1 }).digest).not.toBe(facts(piece).digest);
});
