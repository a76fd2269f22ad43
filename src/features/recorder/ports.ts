// Adapters the recorder uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { type Capture, type CaptureOptions, createCapture } from '../../audio/capture.ts';
import { browserEnvironment, captureObstacle } from '../../audio/captureEnvironment.ts';
import { openMicrophone, watchMicrophones } from '../../audio/microphone.ts';
import { playRange } from '../../audio/playRange.ts';
import { playTake } from '../../audio/takePlayer.ts';
import { openMeter } from '../../audio/voiceMeter.ts';
import * as drafts from '../../storage/drafts.ts';
import { putFile } from '../../storage/files.ts';
import * as handoff from '../../storage/handoff.ts';
import { readNote, writeNote } from '../../storage/notes.ts';
import { pickedFiles } from '../../storage/pickedFiles.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';
import { releaseFile } from '../../storage/sweep.ts';
import { holdTake } from '../../storage/takeTabs.ts';
import { freeBytes, keepStorage, openTake } from '../../storage/takeWriter.ts';

export interface RecorderPorts {
  createCapture: (options: CaptureOptions) => Capture;
  /** Why recording cannot work here at all. */
  captureObstacle: () => ReturnType<typeof captureObstacle>;
  openMicrophone: (natural: boolean, id: string) => Promise<MediaStream>;
  notes: { read: typeof readNote; write: typeof writeNote };
  drafts: Pick<
    typeof drafts,
    | 'listTakes'
    | 'unfinishedTakes'
    | 'isBeingRecorded'
    | 'isOldTake'
    | 'hasUnsavedEnd'
    | 'recoverTake'
    | 'keepTake'
    | 'renameTake'
    | 'discardTake'
    | 'discardDraft'
    | 'restoreTake'
    | 'dropDiscarded'
    | 'takeById'
    | 'readTakeParts'
  > & { openTake: typeof openTake };
  holdTake: typeof holdTake;
  playTake: typeof playTake;
  playRange: typeof playRange;
  putFile: typeof putFile;
  pickedFiles: typeof pickedFiles;
  releaseFile: typeof releaseFile;
  handoff: Pick<
    typeof handoff,
    | 'readRecordingData'
    | 'readUploadFile'
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'clearRecordingData'
    | 'clearUploadFile'
    | 'memoryReference'
    | 'isInMemory'
    | 'takeReference'
    | 'fileReference'
    | 'openReference'
  >;
  addition: Pick<typeof handoff, 'readAddition' | 'writeAddition' | 'clearAddition'>;
  settings: { read: typeof readSetting; write: typeof writeSetting };
  keepStorage: () => Promise<boolean>;
  freeBytes: () => Promise<number | null>;
}

export const recorderPortsAtom = atom<RecorderPorts>({
  createCapture,
  captureObstacle: () => captureObstacle(),
  openMicrophone: (natural, id) => openMicrophone(browserEnvironment(), natural, id),
  notes: { read: readNote, write: writeNote },
  drafts: { ...drafts, openTake },
  holdTake,
  playTake,
  playRange,
  putFile,
  pickedFiles,
  releaseFile,
  handoff,
  addition: handoff,
  settings: { read: readSetting, write: writeSetting },
  keepStorage,
  freeBytes,
});

/** Opens the level meter of a microphone. */
export const openMeterAtom = atom(() => openMeter);

/** Follows the list of microphones. */
export const watchMicrophonesAtom = atom(() => watchMicrophones);
