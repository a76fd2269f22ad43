// Handles local data when the account changes: it moves to the new account, stays hidden for the old one, or is
// removed. Loaded when needed.

import { removeAudioFile, removeUnnamedAudioFiles } from './audioFiles.ts';
import { answered, chunksOf, type StoreName, transactClosed } from './database.ts';
import type { StoredFile } from './files.ts';
import { forgetOldBackup } from './oldData.ts';
import { clearHanded, ownerHere, ownerOfNew, setOwner } from './owner.ts';
import { personaKey } from './personaSecret.ts';
import { PERSONAL_SETTINGS, settingKey } from './settings.ts';
import { forgetShared } from './sharedAudio.ts';
import type { Take } from './takeRecords.ts';

interface Owned {
  of?: string | null;
}
const all = <Row>(name: StoreName) =>
  transactClosed([name], 'readonly', (t) => answered<Row[]>(t.objectStore(name).getAll()), 'relaxed');
const isOf = (of: string) => (record: Owned) => (record.of ?? '') === of;

/** Joins lists and merges maps of places; of other values, `from` has the newer one. */
function joined(key: string, from: string, to: string | null): string {
  try {
    const [fresh, known]: [unknown, unknown] = [JSON.parse(from), JSON.parse(to ?? 'null')];
    if (Array.isArray(fresh) && Array.isArray(known)) {
      const nameOf = (each: unknown) => (each as { trackId?: unknown } | null)?.trackId ?? each;
      const names = new Set(fresh.map(nameOf));
      return JSON.stringify([...fresh, ...known.filter((each) => !names.has(nameOf(each)))]);
    }
    if (key === 'places') return JSON.stringify({ ...(known as object | null), ...(fresh as object) });
  } catch {
    // Unreadable: the newer value stays.
  }
  return from;
}

/** Moves the personal settings of one account to another; an empty name is a visitor's. */
function moveSettings(from: string, to: string): void {
  try {
    for (const key of PERSONAL_SETTINGS) {
      const [source, target] = [settingKey(key, from), settingKey(key, to)];
      const value = globalThis.localStorage?.getItem(source) ?? null;
      if (value === null || source === target) continue;
      localStorage.setItem(target, joined(key, value, localStorage.getItem(target)));
      localStorage.removeItem(source);
    }
  } catch {
    // Storage is full or forbidden: the remaining settings stay in place.
  }
}

/**
 * Moves the records of one account to another. `withWrites`: entries that wait to be sent as well. `named`: the
 * account that other records then name (`ownerOfNew`). Records without an account move as well.
 */
async function moveRecords(from: string, to: string, withWrites: boolean, named = to): Promise<void> {
  const stores: StoreName[] = ['takes', 'files', 'notes', ...(withWrites ? (['writes'] as const) : [])];
  await transactClosed(
    stores,
    'readwrite',
    async (t) => {
      for (const name of stores) {
        const store = t.objectStore(name);
        const isMoved = (record: Owned) =>
          isOf(from)(record) || (name !== 'writes' && isOf('')(record) && named !== '');
        for (const record of (await answered<Owned[]>(store.getAll())).filter(isMoved)) {
          const owner = name === 'writes' ? to || null : named;
          const moved = { ...record, of: owner };
          if (name === 'notes' && (record as { key?: string }).key === personaKey(from)) {
            store.delete(personaKey(from));
            const known = await answered<unknown>(store.get(personaKey(to)));
            if (known === undefined) store.put({ ...moved, key: personaKey(to) });
          } else store.put(moved);
        }
      }
    },
    'strict',
  );
}

/** Data of the current account that would be lost with this device. */
export interface Unsaved {
  /** Recordings and files that are not published. */
  recordings: number;
  /** Writes and uploads that are not on the server. */
  unsent: number;
  /** Whether it has a history of listening, searches or typed text. */
  hasTraces: boolean;
}

export async function countUnsaved(): Promise<Unsaved> {
  const of = ownerHere();
  const mine = (record: Owned) => isOf(of)(record) || isOf('')(record);
  const takes = (await all<Take>('takes')).filter(mine);
  const live = takes.filter(
    ({ discardedAt, publishedAt, partOf }) => discardedAt === null && publishedAt === null && !partOf,
  );
  const parts = new Set(live.map(({ follows }) => follows));
  const files = (await all<StoredFile>('files')).filter(
    (file) => mine(file) && file.madeFrom === null && !file.partOf && !file.publishedAt,
  );
  const writes = await all<Owned>('writes');
  return {
    recordings: live.filter(({ id }) => !parts.has(id)).length + files.length,
    unsent: writes.filter(mine).length,
    hasTraces: TRACES.some(
      (key) => (globalThis.localStorage?.getItem(settingKey(key, of)) ?? '[]').length > 2,
    ),
  };
}
const TRACES = ['history', 'places', 'queue', 'recentSearches', 'profileDraft', 'wordsDraft'];

/** Other pages of this browser close their storage within this time after the notification. */
const OTHERS_CLOSE_MS = 300;

/** Removes all data of an account, and all data without an account, from this device. */
async function removeAllOf(of: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, OTHERS_CLOSE_MS));
  const mine = (record: Owned) => isOf(of)(record) || isOf('')(record);
  const takes = (await all<Take>('takes')).filter(mine);
  const files = (await all<StoredFile>('files')).filter(mine);
  await transactClosed(
    ['takes', 'chunks', 'files', 'notes', 'writes', 'copies'],
    'readwrite',
    async (t) => {
      for (const { id } of takes) {
        t.objectStore('chunks').delete(chunksOf(id));
        t.objectStore('takes').delete(id);
      }
      for (const { id } of files) t.objectStore('files').delete(id);
      t.objectStore('copies').clear();
      for (const [name, key] of [
        ['notes', 'key'],
        ['writes', 'id'],
      ] as const) {
        const store = t.objectStore(name);
        for (const record of (await answered<(Owned & Record<string, string>)[]>(store.getAll())).filter(
          mine,
        ))
          store.delete(record[key] ?? '');
      }
    },
    'strict',
  );
  try {
    for (const key of PERSONAL_SETTINGS) {
      localStorage.removeItem(settingKey(key, of));
      localStorage.removeItem(settingKey(key, ''));
    }
  } catch {
    // Storage is forbidden: nothing was stored.
  }
  forgetOldBackup();
  await forgetShared();
  for (const { path } of files) if (path) await removeAudioFile(path).catch(() => undefined);
  const left = new Set((await all<StoredFile>('files')).flatMap(({ path }) => (path ? [path[1]] : [])));
  await removeUnnamedAudioFiles(left);
  console.info(`removed ${takes.length} takes and ${files.length} files of an account that signed out`);
}

/** The same user continues under another account: a guest's, or the one they sign in to. */
export async function passTo(identity: string, withWrites: boolean): Promise<void> {
  const from = ownerHere();
  const to = identity.split(' ')[0] ?? '';
  moveSettings(from, to);
  setOwner(identity);
  await moveRecords(from, to, withWrites, ownerOfNew());
  // Records that this page wrote meanwhile.
  if (from !== '') await moveRecords(from, to, withWrites, ownerOfNew());
}

/** After `of` has left: hides its data on this device, or removes it. */
export async function afterLeaving(of: string, isRemoved: boolean): Promise<void> {
  clearHanded();
  if (isRemoved) return removeAllOf(of);
  moveSettings('', of);
  // Name and address belong to the session.
  localStorage?.removeItem(settingKey('registration', of));
  await moveRecords('', of, true);
  await transactClosed(['copies'], 'readwrite', (t) => void t.objectStore('copies').clear(), 'strict');
  await forgetShared();
}
