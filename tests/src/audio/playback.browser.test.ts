// The playback adapter on a real audio element.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlayback, type Playback, type PlaybackEvent } from '../../../src/audio/playback.ts';
import { toneUrl } from '../../support/audio/toneUrl.ts';

let playback: Playback;
let events: PlaybackEvent[];
const types = () => events.map((event) => event.type);

beforeEach(() => {
  playback = createPlayback();
  playback.setVolume(0);
  events = [];
  playback.listen((event) => events.push(event));
});
afterEach(() => playback.unload());

it('reports the length before it plays, and plays to the end', async () => {
  playback.load(toneUrl(440, 0.6));
  await expect.poll(types).toContain('duration');
  expect(playback.duration()).toBeCloseTo(0.6, 2);
  expect(types()).not.toContain('playing');
  await playback.play();
  await expect.poll(types, { timeout: 5000 }).toContain('ended');
  expect(types()).not.toContain('paused');
});

it('clamps a seek to the length', async () => {
  playback.load(toneUrl(440, 1));
  await expect.poll(types).toContain('duration');
  playback.seek(99);
  expect(playback.position()).toBeCloseTo(1, 2);
  playback.seek(-1);
  expect(playback.position()).toBe(0);
  await expect.poll(types).toContain('seeked');
});

it('reports an error for a source without audio, but not for releasing a source', async () => {
  playback.load(URL.createObjectURL(new Blob(['no audio'], { type: 'audio/mpeg' })));
  await expect.poll(types).toContain('error');
  events.length = 0;
  playback.load(toneUrl(440, 1));
  await expect.poll(types).toContain('duration');
  events.length = 0;
  playback.unload();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(types()).not.toContain('error');
  expect(playback.duration()).toBe(0);
});

it('sends no events after a listener unsubscribes', async () => {
  const late: PlaybackEvent[] = [];
  playback.listen((event) => late.push(event))();
  playback.load(toneUrl(440, 1));
  await expect.poll(types).toContain('duration');
  expect(late).toEqual([]);
});
