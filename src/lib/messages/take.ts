// Texts about an open take: damage, loading, copies, and other windows.
import { german } from './language.ts';

export const takeMessages = {
  /** Another window published or discarded the open take. */
  elsewhere: {
    published:
      'Published in another window. Change something here to keep a draft. Otherwise closing this window deletes it from this device.',
    publishedFile: 'Published in another window. Closing this window deletes it from this device.',
    draft: 'Published in another window. Your changes stay on this device as a draft.',
    discarded:
      'Discarded in another window. Change something here to keep it. Otherwise closing this window deletes it from this device.',
    restored: 'Discarded in another window. You changed it here, so it stays on this device as a draft.',
  },
  take: {
    stalledOnPhone: german(
      'Dieses Gerät kann die Wellenform gerade nicht zeichnen. Deine Aufnahme ist noch da.',
    ),
    reading: 'Still loading the rest: {n} %',
    report: 'Problems found',
    partMissing: 'This part is no longer on this device. Silence takes its place.',
    place: '{time}: {words}',
    placeWithLoss: '{time}, {seconds} seconds missing: {words}',
    places: 'Damaged places',
    keepCopy: 'Keep a copy',
    rawTake: 'Original recording',
    editAsWav: 'This edit as WAV',
    editAsMp3: 'This edit as MP3',
    makingCopy: 'Making your copy: {n} %',
    copyFailed: 'Couldn’t make the copy. Your recording is unchanged.',
  },
} as const;
