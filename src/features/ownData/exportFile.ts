// One file with everything the server has about a person, optionally with the audio of their recordings.
import { atom } from 'jotai/vanilla';
import type { PersonExport } from '../../../api/contract/personExport.ts';
import { ApiError } from '../../api/client.ts';
import { ownDataMessages } from '../../lib/messages/ownData.ts';
import { type FailureCode, fill } from '../../lib/messages.ts';
import { writeZip, type ZipEntry } from '../../lib/zip.ts';
import { statePortsAtom } from '../../state/ports.ts';
import type { TemporaryFile } from '../../storage/temporaryFile.ts';
import { ownDataPortsAtom } from './ports.ts';

const words = ownDataMessages.export;

export type ExportState =
  | { phase: 'idle' | 'reading' }
  /** `n` of `count` recordings, from 1. */
  | { phase: 'audio'; n: number; count: number }
  /** Ready to download; `missing` recordings could not be read. */
  | { phase: 'done'; file: Blob; name: string; missing: number }
  /** `device_full`: the file does not fit on this device. */
  | { phase: 'failed'; code: FailureCode | 'device_full' };

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
    const { file, missing } = await set(packAtom, data, now, signal);
    set(stateAtom, { phase: 'done', file, name: `${name}.zip`, missing });
  } catch (error) {
    if (signal.aborted) return;
    console.warn('export failed', error);
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    const code = error instanceof ApiError ? error.code : isFull ? 'device_full' : 'internal';
    set(stateAtom, { phase: 'failed', code });
  }
});

/** The file of the last export: it stays as long as the browser may be copying it to the downloads. */
const lastFileAtom = atom<TemporaryFile | null>(null);

/** Rejects with what failed, or an `AbortError`; nothing of the file then remains. */
const packAtom = atom(null, async (get, set, data: PersonExport, now: Date, signal: AbortSignal) => {
  await get(lastFileAtom)?.remove();
  const target = await get(ownDataPortsAtom).createTemporaryFile();
  const missing: string[] = [];
  try {
    await writeZip(set(entriesAtom, data, missing, signal), now, signal, target.stream);
    const file = await target.read('application/zip');
    signal.throwIfAborted();
    set(lastFileAtom, target);
    return { file, missing: missing.length };
  } catch (error) {
    await target.remove();
    throw error;
  }
});

/** Fetches each recording when its turn comes. Adds those that were deleted to `missing`, and fails on any other error. */
const entriesAtom = atom(
  null,
  async function* (
    get,
    set,
    data: PersonExport,
    missing: string[],
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    const { fetchAudio } = get(ownDataPortsAtom);
    const whole = absolute(data);
    const tracks = whole.tracks.map((track) => ({ ...track, file: audioName(track) }));
    yield { name: 'aural.json', content: new Blob([JSON.stringify({ ...whole, tracks }, null, 2)]) };
    for (const [index, track] of tracks.entries()) {
      set(stateAtom, { phase: 'audio', n: index + 1, count: tracks.length });
      const content = await fetchAudio(track.audio, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      });
      if (content) yield { name: track.file, content };
      else missing.push(`${track.file} ${track.title}`);
    }
    if (missing.length > 0) yield { name: words.missing, content: new Blob([missing.join('\n')]) };
  },
);

/** Makes the audio addresses absolute, so that they work outside this page. */
function absolute(data: PersonExport): PersonExport {
  const { origin } = globalThis.location;
  return { ...data, tracks: data.tracks.map((track) => ({ ...track, audio: `${origin}${track.audio}` })) };
}
