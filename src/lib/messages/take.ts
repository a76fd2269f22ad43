// Sentences of opening a take: what was wrong with it, what takes too long, what can be kept of it.
import { german } from './language.ts';

export const takeMessages = {
  /** Another window published or discarded the open take. */
  elsewhere: {
    published:
      'Published in another window. Unless you change something here, it leaves this device once this window is closed.',
    publishedFile:
      'Published in another window. It stays open here and leaves this device once this window is closed.',
    draft: 'Published in another window. What you change here stays on this device as a draft.',
    discarded:
      'Discarded in another window. Unless you change something here, it leaves this device once this window is closed.',
    restored: 'Discarded in another window. Because you work on it here, it stays on this device as a draft.',
  },
  take: {
    stalledOnPhone: german(
      'Die Wellenform kommt auf diesem Gerät gerade nicht zustande. Deine Aufnahme ist noch da.',
    ),
    reading: 'Still reading the rest: {n} %',
    report: 'What was found',
    place: '{time}: {words}',
    placeWithLoss: '{time}, {seconds} seconds missing: {words}',
    places: 'Damaged places',
    keepCopy: 'Keep a copy',
    rawTake: 'The recording as it was made',
    editAsWav: 'This edit as WAV',
    editAsMp3: 'This edit as MP3',
    makingCopy: 'Making your copy: {n} %',
    copyFailed: 'The copy could not be made. Your recording is untouched.',
  },
} as const;
