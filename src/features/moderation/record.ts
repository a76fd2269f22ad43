// The uploader's record of the open item, and the trust setting.
import { atom } from 'jotai/vanilla';
import type { UploaderRecord } from '../../../api/contract/moderation.ts';
import type { TrustSetting } from '../../../api/contract/review.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { sessionAtom } from '../../state/session.ts';

export type RecordState =
  | { status: 'loading' | 'failed' }
  | { status: 'ready'; record: UploaderRecord; trustFailed: boolean };

const recordsAtom = atom<ReadonlyMap<string, RecordState>>(new Map());
export const recordsOfAtom = atom((get) => get(recordsAtom));

const putAtom = atom(null, (get, set, uploadId: string, state: RecordState) => {
  // Keeps two: the current one, and the previous one, which an undo may open again.
  set(recordsAtom, new Map([...[...get(recordsAtom)].slice(-1), [uploadId, state]]));
});

export const loadRecordAtom = atom(null, async (get, set, uploadId: string) => {
  set(putAtom, uploadId, { status: 'loading' });
  try {
    const { data: record } = await get(statePortsAtom).read('getUploaderRecord', { uploadId });
    set(putAtom, uploadId, { status: 'ready', record, trustFailed: false });
  } catch (error) {
    console.warn('the record could not be read', error);
    set(putAtom, uploadId, { status: 'failed' });
  }
});

export const isAdminAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'signedIn' && session.me.role === 'admin';
});

/** Sets the uploader's trust; admins only. */
export const setTrustAtom = atom(null, async (get, set, uploadId: string, setting: TrustSetting) => {
  const known = get(recordsAtom).get(uploadId);
  if (known?.status !== 'ready') return;
  const { record } = known;
  try {
    const body = { userId: record.userId, trust: setting };
    const { data: trust } = await get(statePortsAtom).write('setUploaderTrust', body);
    set(putAtom, uploadId, { status: 'ready', record: { ...record, trust }, trustFailed: false });
  } catch (error) {
    console.warn('the trust was not changed', error);
    set(putAtom, uploadId, { status: 'ready', record, trustFailed: true });
  }
});
