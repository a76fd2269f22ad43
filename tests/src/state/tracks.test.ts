import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  loadTracksAtom,
  patchTrackAtom,
  tracksByIdAtom,
  tracksStatusAtom,
  visibleTracksAtom,
} from '../../../src/state/tracks.ts';
import { type Answer, fakeServer, okReply } from '../../support/fakeServer.ts';
import { buildTrack } from '../../support/tracks.ts';

function fakeStorage() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
}

beforeEach(() => {
  fakeStorage();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('keeps a track once, however often the server sends it', async () => {
  fakeServer({
    getTracks: () => okReply([buildTrack({ id: 'a' }), buildTrack({ id: 'a' }), buildTrack({ id: 'b' })]),
  });
  const store = createStore();
  await store.set(loadTracksAtom);
  expect([...store.get(tracksByIdAtom).keys()]).toEqual(['a', 'b']);
});

it('shows active and approved tracks only', async () => {
  const statuses = ['active', 'pending', 'inactive', 'approved', 'rejected', 'pending_review'] as const;
  fakeServer({ getTracks: () => okReply(statuses.map((status) => buildTrack({ id: status, status }))) });
  const store = createStore();
  await store.set(loadTracksAtom);
  expect(store.get(visibleTracksAtom).map((track) => track.id)).toEqual(['active', 'approved']);
});

it('joins a second request to the running one', async () => {
  const server = fakeServer({ getTracks: () => okReply([buildTrack()]) });
  const store = createStore();
  await Promise.all([store.set(loadTracksAtom), store.set(loadTracksAtom)]);
  expect(server.countOf('getTracks')).toBe(1);
});

it('keeps what is on screen when a refresh fails', async () => {
  let answer: Answer = okReply([buildTrack({ id: 'a' })]);
  fakeServer({ getTracks: () => answer });
  const store = createStore();
  await store.set(loadTracksAtom);
  answer = { status: 500, json: { success: false, error: 'boom', code: 'internal' } };
  await store.set(loadTracksAtom);
  expect(store.get(tracksByIdAtom).has('a')).toBe(true);
  expect(store.get(tracksStatusAtom)).toMatchObject({ status: 'failed', code: 'internal', copyFrom: null });
});

it('shows the last copy of this device when the server is out of reach', async () => {
  let answer: Answer = okReply([buildTrack({ id: 'a' })]);
  const server = fakeServer({ getTracks: () => answer });
  await createStore().set(loadTracksAtom);
  answer = 'offline';
  const nextVisit = createStore();
  await nextVisit.set(loadTracksAtom);
  expect(nextVisit.get(tracksByIdAtom).has('a')).toBe(true);
  expect(nextVisit.get(tracksStatusAtom)).toMatchObject({
    status: 'failed',
    code: 'offline',
    copyFrom: expect.stringMatching(/^\d{4}-/),
  });
  expect(server.countOf('getTracks')).toBe(3);
});

it('does not call an empty list a copy', async () => {
  let answer: Answer = okReply([]);
  fakeServer({ getTracks: () => answer });
  await createStore().set(loadTracksAtom);
  answer = 'offline';
  const nextVisit = createStore();
  await nextVisit.set(loadTracksAtom);
  expect(nextVisit.get(tracksStatusAtom)).toMatchObject({ status: 'failed', copyFrom: null });
});

it('changes a known track and leaves unknown ids alone', async () => {
  fakeServer({ getTracks: () => okReply([buildTrack({ id: 'a', plays: 1 })]) });
  const store = createStore();
  await store.set(loadTracksAtom);
  store.set(patchTrackAtom, 'a', { plays: 2 });
  store.set(patchTrackAtom, 'x', { plays: 2 });
  expect(store.get(tracksByIdAtom).get('a')?.plays).toBe(2);
  expect(store.get(tracksByIdAtom).size).toBe(1);
});
