// Adapters the editor uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { startAudition } from '../../audio/audition.ts';
import { wavOf } from '../../audio/wavCopy.ts';
import { keepGone, onGone } from '../../storage/goneElsewhere.ts';
import * as handoff from '../../storage/handoff.ts';
import { readNote, writeNote } from '../../storage/notes.ts';
import type { AudioReference } from '../../storage/references.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';
import { takeShared } from '../../storage/sharedAudio.ts';
import { releaseFile } from '../../storage/sweep.ts';

export interface EditorPorts {
  handoff: Pick<
    typeof handoff,
    | 'readRecordingData'
    | 'readUploadFile'
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'openReference'
    | 'marksOf'
    | 'clearUploadFile'
    | 'referToExport'
  >;
  /** Whether the next recording is added to a draft. */
  hasAddition: () => boolean;
  notes: { read: typeof readNote; write: typeof writeNote };
  settings: { read: typeof readSetting; write: typeof writeSetting };
  /** Deletes an earlier export that is no longer referenced. */
  release: typeof releaseFile;
  /** Watches other windows for the open take, and restores it as a draft. */
  elsewhere: { watch: typeof onGone; keep: typeof keepGone };
  /** The file that another app shared, where this page was opened for it. */
  takeShared: () => Promise<{ file: File; reference: AudioReference } | null>;
  startAudition: typeof startAudition;
  wavOf: typeof wavOf;
  /** True on phones and tablets: exports default to MP3 there. */
  isPhone: () => boolean;
}

/** Specified detection of a mobile device: width or touch. */
const isPhone = () => window.matchMedia('(max-width: 768px), (pointer: coarse)').matches;

export const editorPortsAtom = atom<EditorPorts>({
  handoff,
  hasAddition: () => handoff.readAddition() !== null,
  notes: { read: readNote, write: writeNote },
  settings: { read: readSetting, write: writeSetting },
  release: releaseFile,
  elsewhere: { watch: onGone, keep: keepGone },
  takeShared: async () => {
    const shared = await takeShared();
    if (!shared) return null;
    const { file, id } = shared;
    return { file, reference: id === null ? handoff.memoryReference(file) : handoff.fileReference(id) };
  },
  startAudition,
  wavOf,
  isPhone,
});
