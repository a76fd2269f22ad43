// What publishing needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { read, write } from '../../api/calls.ts';
import { sendTransfer } from '../../api/transfer.ts';
import { sendUpload } from '../../api/upload.ts';
import { startAudition } from '../../audio/audition.ts';
import { markPublished } from '../../storage/drafts.ts';
import { deleteFile, putFile } from '../../storage/files.ts';
import * as handoff from '../../storage/handoff.ts';
import { deleteNote, readNote, writeNote } from '../../storage/notes.ts';
import { asOnlySender, deleteOutbox, listOutbox, putOutbox } from '../../storage/outbox.ts';
import { readSetting, writeSetting } from '../../storage/settings.ts';

export interface PublishPorts {
  read: typeof read;
  write: typeof write;
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
  outbox: {
    put: typeof putOutbox;
    list: typeof listOutbox;
    remove: typeof deleteOutbox;
    asOnlySender: typeof asOnlySender;
  };
  files: { put: typeof putFile; remove: typeof deleteFile };
  markPublished: typeof markPublished;
  settings: { read: typeof readSetting; write: typeof writeSetting };
}

export const publishPortsAtom = atom<PublishPorts>({
  read,
  write,
  sendUpload,
  sendTransfer,
  startAudition,
  handoff,
  notes: { read: readNote, write: writeNote, remove: deleteNote },
  outbox: { put: putOutbox, list: listOutbox, remove: deleteOutbox, asOnlySender },
  files: { put: putFile, remove: deleteFile },
  markPublished,
  settings: { read: readSetting, write: writeSetting },
});
