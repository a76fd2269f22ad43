// Paths of the demos and the engineers' pages; separate from `paths.ts`, which the first page loads.
import { paths } from './paths.ts';

export const demoPaths = {
  feed: '/demo-feed',
  record: '/demo-record',
  audioEditor: '/demo-audio-editor',
  upload: '/demo-upload',
  player: '/demo-player',
  profile: '/demo-profile',
  workflow: '/demo-workflow',
  share: '/demo-upload-share',
  bench: paths.bench(),
  unicorn: '/unicorn',
  editTest: '/audio-edit-test',
  test: '/test',
  testNews: '/test-news',
} as const;
