// What publishing needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { sendTransfer } from '../../api/transfer.ts';
import { sendUpload } from '../../api/upload.ts';
import { startAudition } from '../../audio/audition.ts';
import { markPublished } from '../../storage/drafts.ts';
import { deleteFile, putFile } from '../../storage/files.ts';
import * as handoff from '../../storage/handoff.ts';
import { deleteNote, readNote, writeNote } from '../../storage/notes.ts';

export interface PublishPorts {
  sendUpload: typeof sendUpload;
  sendTransfer: typeof sendTransfer;
  startAudition: typeof startAudition;
  handoff: Pick<
    typeof handoff,
    | 'readRecordingData'
    | 'readUploadFile'
    | 'writeRecordingData'
    | 'writeUploadFile'
    | 'clearRecordingData'
    | 'clearUploadFile'
    | 'openReference'
    | 'parseReference'
    | 'fileReference'
    | 'memoryReference'
  >;
  notes: { read: typeof readNote; write: typeof writeNote; remove: typeof deleteNote };
  files: { put: typeof putFile; remove: typeof deleteFile };
  markPublished: typeof markPublished;
}

export const publishPortsAtom = atom<PublishPorts>({
  sendUpload,
  sendTransfer,
  startAudition,
  handoff,
  notes: { read: readNote, write: writeNote, remove: deleteNote },
  files: { put: putFile, remove: deleteFile },
  markPublished,
});
