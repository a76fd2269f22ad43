// Takes that are still on this device: kept ones, and those a killed tab left behind.
import { atom } from 'jotai/vanilla';
import { extensionFor } from '../../audio/captureEnvironment.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import type { Take } from '../../storage/drafts.ts';
import { recorderPortsAtom } from './ports.ts';

export interface Draft {
  take: Take;
  /** True when its tab died before it was finished. */
  interrupted: boolean;
}

export const draftsAtom = atom<Draft[]>([]);

/** Reads the list anew; a device without storage simply has none. */
export const refreshDraftsAtom = atom(null, async (get, set) => {
  const { drafts } = get(recorderPortsAtom);
  try {
    const [unfinished, kept] = await Promise.all([drafts.unfinishedTakes(), drafts.listTakes()]);
    set(draftsAtom, [
      ...unfinished.map((take) => ({ take, interrupted: true })),
      ...kept.map((take) => ({ take, interrupted: false })),
    ]);
  } catch {
    set(draftsAtom, []);
  }
});

/** Hands a draft to the editor, recovering it first where needed. */
export const openDraftAtom = atom(null, async (get, _set, draft: Draft) => {
  const { drafts, handoff } = get(recorderPortsAtom);
  const take = draft.interrupted ? await drafts.recoverTake(draft.take.id) : draft.take;
  handoff.writeRecordingData({
    file: {
      name: `recording_${take.startedAt}.${extensionFor(take.mimeType)}`,
      size: take.sizeBytes,
      type: take.mimeType,
      data: handoff.takeReference(take.id),
      tempTrackId: `recording-preview-${take.startedAt}`,
    },
    duration: take.seconds,
    recordedAt: new Date(take.startedAt).toISOString(),
    edited: false,
    title: fill(studioMessages.share.defaultTitle, { date: formatDate(new Date(take.startedAt)) }),
  });
});

/** Hides a draft at once; `restoreDraftAtom` undoes it. */
export const discardDraftAtom = atom(null, async (get, set, takeId: string) => {
  await get(recorderPortsAtom).drafts.discardTake(takeId);
  await set(refreshDraftsAtom);
});

export const restoreDraftAtom = atom(null, async (get, set, takeId: string) => {
  await get(recorderPortsAtom).drafts.restoreTake(takeId);
  await set(refreshDraftsAtom);
});
