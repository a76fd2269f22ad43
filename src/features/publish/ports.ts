// Adapters publishing uses; tests replace them.
import { atom } from 'jotai/vanilla';
import { fetchAudio } from '../../api/audio.ts';
import { sendTransfer } from '../../api/transfer.ts';
import { sendUpload } from '../../api/upload.ts';
import { startAudition } from '../../audio/audition.ts';
import { createPlayback, type Playback } from '../../audio/playback.ts';
import { countUploadHere, deviceId, readDeviceStats } from '../../storage/deviceStats.ts';
import { putFile } from '../../storage/files.ts';
import { onGone } from '../../storage/goneElsewhere.ts';
import * as handoff from '../../storage/handoff.ts';
import { deleteNote, readNote, writeNote } from '../../storage/notes.ts';
import { hadNoRoom } from '../../storage/sharedAudio.ts';
import { releaseFile, releasePublishedFile, releaseTake } from '../../storage/sweep.ts';
import { tellTabs, watchTabs } from '../../storage/takeTabs.ts';

export interface PublishPorts {
  sendUpload: typeof sendUpload;
  sendTransfer: typeof sendTransfer;
  fetchAudio: typeof fetchAudio;
  startAudition: typeof startAudition;
  createPlayback: () => Playback;
  handoff: Pick<
    typeof handoff,
    | 'readRecordingData'
    | 'readUploadFile'
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'clearRecordingData'
    | 'clearUploadFile'
    | 'openReference'
    | 'editOf'
    | 'parseReference'
    | 'fileReference'
    | 'memoryReference'
    | 'forgetMemory'
    | 'readReplaced'
    | 'writeReplaced'
    | 'clearReplaced'
  >;
  notes: { read: typeof readNote; write: typeof writeNote; remove: typeof deleteNote };
  files: { put: typeof putFile; remove: typeof releasePublishedFile; release: typeof releaseFile };
  device: { id: typeof deviceId; count: typeof countUploadHere; stats: typeof readDeviceStats };
  releaseTake: typeof releaseTake;
  /** Notifies the other pages of this browser, and calls back when one of them does. */
  tabs: { tell: typeof tellTabs; watch: typeof watchTabs };
  /** Calls back when another window publishes or discards a take. */
  watchElsewhere: typeof onGone;
  /** Another app shared a file that this device has no room for. */
  hadNoRoom: typeof hadNoRoom;
}

export const publishPortsAtom = atom<PublishPorts>({
  sendUpload,
  sendTransfer,
  fetchAudio,
  startAudition,
  createPlayback: () => createPlayback(),
  handoff,
  notes: { read: readNote, write: writeNote, remove: deleteNote },
  files: { put: putFile, remove: releasePublishedFile, release: releaseFile },
  device: { id: deviceId, count: countUploadHere, stats: readDeviceStats },
  releaseTake,
  tabs: { tell: tellTabs, watch: watchTabs },
  watchElsewhere: onGone,
  hadNoRoom,
});
