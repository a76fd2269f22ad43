import { describe, expect, it } from 'vitest';
import { basenameOf, frameRules, paths } from '../../../src/lib/paths.ts';

it('keeps the prefix under which a page was opened', () => {
  expect(['/aural', '/aural/', '/aural/player/1'].map(basenameOf)).toEqual(['/aural', '/aural', '/aural']);
  expect(['/', '/player/1', '/auralist'].map(basenameOf)).toEqual(['/', '/', '/']);
});

it('escapes path segments', () => {
  expect(paths.player('a/b?c')).toBe('/player/a%2Fb%3Fc');
});

describe('the frame', () => {
  const where = (
    rule: 'back' | 'background' | 'navigation' | 'miniPlayer' | 'studio',
    on: boolean,
    all: string[],
  ) => all.filter((path) => frameRules(path)[rule] === on);
  const routes = [
    '/',
    '/category/new',
    '/player/1',
    '/profile',
    '/search',
    '/news',
    '/record',
    '/record/recorder',
    '/recorder',
    '/audio-editor',
    '/upload',
    '/upload-success',
    '/security-check',
    '/report',
    '/register',
    '/admin',
  ];

  it('shows Back on the specified pages', () => {
    expect(where('back', true, routes)).toEqual([
      '/category/new',
      '/player/1',
      '/record/recorder',
      '/recorder',
      '/audio-editor',
      '/upload',
      '/report',
      '/register',
    ]);
  });

  it('hides the background on the specified pages', () => {
    expect(where('background', true, routes)).toEqual([
      '/',
      '/category/new',
      '/profile',
      '/register',
      '/admin',
    ]);
  });

  it('hides the navigation only on the recorder', () => {
    expect(where('navigation', false, routes)).toEqual(['/record/recorder', '/recorder']);
  });

  it('is a studio, without the record button, where one records, edits or shares', () => {
    expect(where('studio', true, routes)).toEqual([
      '/record',
      '/record/recorder',
      '/recorder',
      '/audio-editor',
      '/upload',
    ]);
  });

  it('hides the mini player on the player and the recorder', () => {
    expect(where('miniPlayer', false, routes)).toEqual(['/player/1', '/record/recorder', '/recorder']);
  });
});
