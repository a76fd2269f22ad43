// "Clear my traces" clears everything in this browser that tells something of a person. Every name under which `src`
// keeps something stands either in the list that is cleared or in one of these, with the reason why it stays.
import { expect, it } from 'vitest';
import { PERSONAL_SETTINGS } from '../../src/storage/settings.ts';
import { read, sourcesUnder, withoutComments } from '../support/rules/sourceTree.ts';

/** Choices of how this device works: they say nothing of what anybody heard, said or is called. */
const CHOICES: Record<string, string> = {
  adultConfirmed: 'an answer that everybody here gave',
  autoApprove: 'the server’s mode',
  bench: 'figures of the device',
  device: 'how quick the engine is here',
  discreet: 'protects',
  panic: 'protects',
  keepHistory: 'protects: forgotten, the history would begin again',
  volume: 'sound',
  preferredVolume: 'sound',
  keepsApp: 'protects: forgotten, the app would be kept again',
  speed: 'sound',
  repeat: 'sound',
  shuffle: 'sound',
  playerKeys: 'keys',
  editorKeys: 'keys',
  editorSnap: 'editor',
  editorDemoSeen: 'editor',
  holdByPress: 'editor',
  naturalSound: 'recorder',
  recordCountdown: 'recorder',
  recordHintSeen: 'recorder',
  takesWithUnsavedEnd: 'random ids of takes, which stay, as the sheet says',
  persistenceTest: 'gone in the moment it was read',
};

/** Who beside `settings.ts` touches the browser's stores, and what becomes of it. */
const STORES: Record<string, string> = {
  'src/storage/settings.ts': 'the settings above',
  'src/storage/owner.ts': 'the account that is signed in here; it goes with the session',
  'src/storage/ownership.ts': 'moves and removes the settings above',
  'src/storage/leftovers.ts': 'only asks',
  'src/storage/oldData.ts': 'cleared: `forgetOldBackup`',
  'src/storage/demoPending.ts': 'cleared: `forgetDemoPending`',
  'src/storage/handoff.ts': 'one’s own recording on its way to the form: it stays, as the sheet says',
};

/** Stores of the database: audio of one’s own, what belongs to it, what waits for the server. `copies` are cleared. */
const DATABASE = ['takes', 'chunks', 'files', 'notes', 'writes', 'copies'];

const sources = sourcesUnder('src').map((file) => ({ file, text: withoutComments(read(file)) }));
const ASKED =
  /(?:settings\.(?:read|write|forget)|\b(?:read|write|forget)Setting|\bstoredSwitch|\bremembered)(?:<(?:[^<>]|<[^<>]*>)*>)?\(\s*('[^']*'|[\w$]+)/g;

/** A name in quotes, or what a constant of the file says; null for a parameter, whose callers name it. */
function nameOf(argument: string, text: string): string | null {
  if (argument.startsWith("'")) return argument.slice(1, -1);
  return new RegExp(`const ${argument} = '([^']*)'`).exec(text)?.[1] ?? null;
}

function settingsInUse(): string[] {
  const named = sources
    .filter(({ file }) => file !== 'src/storage/settings.ts')
    .flatMap(({ file, text }) =>
      [...text.matchAll(ASKED)]
        .filter(([, argument = '']) => argument !== 'key')
        .map(([, argument = '']) => nameOf(argument, text) ?? `${file}: ${argument} is no name`),
    );
  return [...new Set(named)].sort();
}

it('says of every stored setting whether it reveals something about a user', () => {
  const used = settingsInUse();
  expect(used.length).toBeGreaterThan(30);
  expect(used).toEqual([...PERSONAL_SETTINGS, ...Object.keys(CHOICES)].sort());
});

it('lists every module that stores something in the browser', () => {
  const touching = sources
    .filter(({ text }) => /\b(?:localStorage|sessionStorage)\b/.test(text))
    .map(({ file }) => file);
  expect(touching.sort()).toEqual(Object.keys(STORES).sort());
  const stores = [...read('src/storage/database.ts').matchAll(/createObjectStore\('(\w+)'/g)].map(
    ([, name]) => name,
  );
  expect(stores).toEqual(DATABASE);
});
