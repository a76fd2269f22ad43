// One file with everything the server has about a person, optionally with the audio of their recordings.
import { atom } from 'jotai/vanilla';
import type { PersonExport } from '../../../api/contract/personExport.ts';
import { ApiError } from '../../api/client.ts';
import { ownDataMessages } from '../../lib/messages/ownData.ts';
import { type FailureCode, fill } from '../../lib/messages.ts';
import { type ZipEntry, zipOf } from '../../lib/zip.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { ownDataPortsAtom } from './ports.ts';

const words = ownDataMessages.export;

export type ExportState =
  | { phase: 'idle' | 'reading' | 'packing' }
  /** `n` of `count` recordings, from 1. */
  | { phase: 'audio'; n: number; count: number }
  /** Ready to download; `missing` recordings could not be read. */
  | { phase: 'done'; file: Blob; name: string; missing: number }
  | { phase: 'failed'; code: FailureCode };

const stateAtom = atom<ExportState>({ phase: 'idle' });
export const exportAtom = atom((get) => get(stateAtom));
const runningAtom = atom<AbortController | null>(null);

/** Drops partial results. */
export const cancelExportAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(runningAtom, null);
  set(stateAtom, { phase: 'idle' });
});

const fileDate = (at: Date) => at.toISOString().slice(0, 10);
/** Name of a recording in the file; without its title, which may contain any character. */
const audioName = ({ id, audio }: { id: string; audio: string }) =>
  `audio/${id}${/\.\w+$/.exec(audio)?.[0] ?? ''}`;

export const makeExportAtom = atom(null, async (get, set, withAudio: boolean) => {
  set(cancelExportAtom);
  const own = new AbortController();
  const { signal } = own;
  set(runningAtom, own);
  set(stateAtom, { phase: 'reading' });
  const now = new Date();
  const name = fill(words.fileName, { date: fileDate(now) });
  try {
    const { data } = await get(statePortsAtom).read('exportAccount', {}, { signal });
    if (!withAudio) {
      const file = new Blob([JSON.stringify(absolute(data), null, 2)], { type: 'application/json' });
      set(stateAtom, { phase: 'done', file, name: `${name}.json`, missing: 0 });
      return;
    }
    const { entries, missing } = await set(collectAtom, data, signal);
    set(stateAtom, { phase: 'packing' });
    const file = await zipOf(entries, now, signal);
    signal.throwIfAborted();
    set(stateAtom, { phase: 'done', file, name: `${name}.zip`, missing });
  } catch (error) {
    if (signal.aborted) return;
    console.warn('export failed', error);
    set(stateAtom, { phase: 'failed', code: error instanceof ApiError ? error.code : 'internal' });
  }
});

/** Fetches each recording in turn; lists deleted ones as missing, and fails on any other error. */
const collectAtom = atom(null, async (get, set, data: PersonExport, signal: AbortSignal) => {
  const { fetchAudio } = get(ownDataPortsAtom);
  const entries: ZipEntry[] = [];
  const missing: string[] = [];
  const whole = absolute(data);
  const tracks = whole.tracks.map((track) => ({ ...track, file: audioName(track) }));
  for (const [index, track] of tracks.entries()) {
    set(stateAtom, { phase: 'audio', n: index + 1, count: tracks.length });
    try {
      entries.push({ name: track.file, content: await fetchAudio(track.audio, signal) });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
      missing.push(`${track.file} ${track.title}`);
    }
  }
  const text = JSON.stringify({ ...whole, tracks }, null, 2);
  entries.unshift({ name: 'aural.json', content: new Blob([text]) });
  if (missing.length > 0) entries.push({ name: words.missing, content: new Blob([missing.join('\n')]) });
  return { entries, missing: missing.length };
});

/** Makes the audio addresses absolute, so that they work outside this page. */
function absolute(data: PersonExport): PersonExport {
  const { origin } = globalThis.location;
  return { ...data, tracks: data.tracks.map((track) => ({ ...track, audio: `${origin}${track.audio}` })) };
}
