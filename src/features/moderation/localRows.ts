// What waits on this device, beside what waits on the server: once each, by upload id (S2 §9).
import { atom } from 'jotai/vanilla';
import { waitingUploadsAtom } from '../../state/waitingUploads.ts';
import { queueAtom } from './list.ts';

interface LocalRow {
  uploadId: string;
  title: string;
}

export const localRowsAtom = atom((get): LocalRow[] => {
  const onServer = new Set(get(queueAtom).map(({ uploadId }) => uploadId));
  const rows = get(waitingUploadsAtom).map(({ id, body }) => {
    const { title } = body as { title?: unknown };
    return { uploadId: id, title: typeof title === 'string' ? title : '' };
  });
  return rows.filter(({ uploadId }) => !onServer.has(uploadId));
});
