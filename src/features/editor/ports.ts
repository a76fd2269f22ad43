// What the editor needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { startAudition } from '../../audio/audition.ts';
import { wavOf } from '../../audio/wavCopy.ts';
import { keepGone, onGone } from '../../storage/goneElsewhere.ts';
import * as handoff from '../../storage/handoff.ts';
import { readNote, writeNote } from '../../storage/notes.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';
import { letGoOfFile } from '../../storage/sweep.ts';

export interface EditorPorts {
  handoff: Pick<
    typeof handoff,
    | 'readRecordingData'
    | 'readUploadFile'
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'openReference'
    | 'clearUploadFile'
    | 'referToExport'
  >;
  notes: { read: typeof readNote; write: typeof writeNote };
  settings: { read: typeof readSetting; write: typeof writeSetting };
  /** Removes an earlier export that nothing names any more. */
  letGo: typeof letGoOfFile;
  /** That another window publishes or discards the open take, and that it stays a draft here all the same. */
  elsewhere: { hear: typeof onGone; keep: typeof keepGone };
  startAudition: typeof startAudition;
  wavOf: typeof wavOf;
  /** True on phones and tablets: exports default to MP3 there (K3). */
  isPhone: () => boolean;
}

/** Width or touch, as S1 §9 detects "mobile". */
const isPhone = () => window.matchMedia('(max-width: 768px), (pointer: coarse)').matches;

export const editorPortsAtom = atom<EditorPorts>({
  handoff,
  notes: { read: readNote, write: writeNote },
  settings: { read: readSetting, write: writeSetting },
  letGo: letGoOfFile,
  elsewhere: { hear: onGone, keep: keepGone },
  startAudition,
  wavOf,
  isPhone,
});
