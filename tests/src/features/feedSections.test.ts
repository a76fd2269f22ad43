import { describe, expect, it } from 'vitest';
import { categoryTracks, feedSections, filterTracks } from '../../../src/features/feed/sections.ts';
import { buildTrack } from '../../support/tracks.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
const idsOf = (tracks: { id: string }[]) => tracks.map((track) => track.id);

describe('the feed', () => {
  it('shows six of seven new tracks, newest first, and not the one of eight days ago', () => {
    const tracks = [8, 3, 1, 2, 6, 5, 4, 0.5].map((days) =>
      buildTrack({ id: `d${days}`, createdAt: daysAgo(days) }),
    );
    const section = feedSections(tracks, now).find(({ id }) => id === 'new');
    expect(idsOf(section?.tracks ?? [])).toEqual(['d0.5', 'd1', 'd2', 'd3', 'd4', 'd5']);
    expect(section?.total).toBe(7);
  });

  it('leaves out sections without tracks and rankings without votes', () => {
    const tracks = [buildTrack({ createdAt: daysAgo(1) })];
    expect(feedSections(tracks, now).map(({ id }) => id)).toEqual(['new']);
  });

  it('still shows something when everything is old and nobody voted', () => {
    const tracks = [buildTrack({ id: 'old', createdAt: daysAgo(90) })];
    expect(feedSections(tracks, now).map(({ id, tracks: shown }) => [id, idsOf(shown)])).toEqual([
      ['top_rated', ['old']],
    ]);
  });

  it('shows other tracks in the rankings of a young site than in its newest', () => {
    const tracks = Array.from({ length: 13 }, (_, i) =>
      buildTrack({ id: `t${i}`, createdAt: daysAgo(i / 3), duration: 20 + ((i * 7) % 13) }),
    );
    const rows = feedSections(tracks, now).map(({ id, tracks: shown }) => [id, idsOf(shown)] as const);
    expect(rows.map(([id]) => id)).toEqual(['new', 'top_rated', 'most_commented']);
    expect(new Set(rows.map(([, ids]) => ids.join())).size).toBe(3);
  });

  it('ranks by likes and by comments', () => {
    const tracks = [
      buildTrack({ id: 'a', likes: 1, commentsCount: 9, createdAt: daysAgo(20) }),
      buildTrack({ id: 'b', likes: 5, commentsCount: 2, createdAt: daysAgo(20) }),
    ];
    expect(idsOf(categoryTracks(tracks, 'top_rated', now))).toEqual(['b', 'a']);
    expect(idsOf(categoryTracks(tracks, 'most_commented', now))).toEqual(['a', 'b']);
  });

  it('does not change the list it was given', () => {
    const tracks = [
      buildTrack({ id: 'a', createdAt: daysAgo(5) }),
      buildTrack({ id: 'b', createdAt: daysAgo(1) }),
    ];
    categoryTracks(tracks, 'new', now);
    expect(idsOf(tracks)).toEqual(['a', 'b']);
  });
});

it('counts legacy Mixed as couples and unknown as all only', () => {
  const tracks = (['Female', 'Male', 'Couple', 'Diverse', 'Mixed', null] as const).map((gender) =>
    buildTrack({ id: String(gender), gender }),
  );
  expect(idsOf(filterTracks(tracks, 'couples'))).toEqual(['Couple', 'Mixed']);
  expect(idsOf(filterTracks(tracks, 'females'))).toEqual(['Female']);
  expect(idsOf(filterTracks(tracks, 'males'))).toEqual(['Male']);
  expect(idsOf(filterTracks(tracks, 'diverse'))).toEqual(['Diverse']);
  expect(filterTracks(tracks, 'all')).toHaveLength(6);
});
