// What the recorder needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { type Capture, type CaptureOptions, createCapture } from '../../audio/capture.ts';
import { openMeter } from '../../audio/voiceMeter.ts';
import * as drafts from '../../storage/drafts.ts';
import { putFile } from '../../storage/files.ts';
import * as handoff from '../../storage/handoff.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';
import { keepStorage } from '../../storage/space.ts';

export interface RecorderPorts {
  createCapture: (options: CaptureOptions) => Capture;
  drafts: Pick<
    typeof drafts,
    'openTake' | 'listTakes' | 'unfinishedTakes' | 'recoverTake' | 'discardTake' | 'restoreTake' | 'takeById'
  >;
  putFile: typeof putFile;
  handoff: Pick<
    typeof handoff,
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'clearRecordingData'
    | 'clearUploadFile'
    | 'memoryReference'
    | 'takeReference'
    | 'fileReference'
  >;
  settings: { read: typeof readSetting; write: typeof writeSetting };
  keepStorage: () => Promise<boolean>;
}

export const recorderPortsAtom = atom<RecorderPorts>({
  createCapture,
  drafts,
  putFile,
  handoff,
  settings: { read: readSetting, write: writeSetting },
  keepStorage,
});

/** Opens the level meter of a microphone. */
export const openMeterAtom = atom(() => openMeter);
