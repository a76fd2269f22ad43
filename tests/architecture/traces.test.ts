// "Clear my traces" deletes everything in this browser that reveals something about the user. Every name under which
// `src` stores something is either in the list of deleted names or in a list here, with the reason why it stays.
import { expect, it } from 'vitest';
import { PERSONAL_SETTINGS } from '../../src/storage/settings.ts';
import { read, sourcesUnder, withoutComments } from '../support/rules/sourceTree.ts';

/** Settings of this device: they reveal no listening history, text or name. */
const CHOICES: Record<string, string> = {
  adultConfirmed: 'every user of the app has confirmed it',
  autoApprove: 'the server’s mode',
  bench: 'figures of the device',
  device: 'speed of the engine',
  discreet: 'protects',
  panic: 'protects',
  keepHistory: 'protects: without it the history would start again',
  volume: 'sound',
  preferredVolume: 'sound',
  keepsApp: 'protects: without it the app would be stored again',
  speed: 'sound',
  dataSaver: 'sound',
  repeat: 'sound',
  shuffle: 'sound',
  playerKeys: 'keys',
  editorKeys: 'keys',
  editorSnap: 'editor',
  editorDemoSeen: 'editor',
  holdByPress: 'editor',
  microphone: 'an id of a microphone that only this origin knows',
  naturalSound: 'recorder',
  recordCountdown: 'recorder',
  recordHintSeen: 'recorder',
  takesWithUnsavedEnd: 'random ids of takes, which stay, as the sheet says',
  persistenceTest: 'deleted as soon as it is read',
};

/** Files that use the browser's stores, and what happens to their data. */
const STORES: Record<string, string> = {
  'src/storage/settings.ts': 'the settings above',
  'src/storage/owner.ts': 'the signed-in account; deleted with the session',
  'src/storage/ownership.ts': 'moves and removes the settings above',
  'src/storage/leftovers.ts': 'only reads',
  'src/storage/oldData.ts': 'cleared: `forgetOldBackup`',
  'src/storage/demoPending.ts': 'cleared: `forgetDemoPending`',
  'src/storage/handoff.ts': 'an own recording on its way to the form: it stays, as the sheet says',
};

/** Stores of the database: own audio with its data, and pending writes. `copies` are deleted. */
const DATABASE = ['takes', 'chunks', 'files', 'notes', 'writes', 'copies'];

const sources = sourcesUnder('src').map((file) => ({ file, text: withoutComments(read(file)) }));
const ASKED =
  /(?:settings\.(?:read|write|forget)|\b(?:read|write|forget)Setting|\bstoredSwitch|\bremembered)(?:<(?:[^<>]|<[^<>]*>)*>)?\(\s*('[^']*'|[\w$]+)/g;

/** A quoted name, or the value of a constant of the file; null for a parameter, because its callers name it. */
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
