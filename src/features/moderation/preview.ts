// The quick preview of one row: ten seconds through a wall, closed by itself (S2 §4, K14).
import { atom } from 'jotai/vanilla';
import { claimSoundAtom } from '../../state/sound.ts';
import { noteHeardAtom } from './heard.ts';
import { moderationPortsAtom } from './ports.ts';

/** S2 §9. */
const PREVIEW_MS = 10_000;

interface Running {
  uploadId: string;
  stop: () => void;
}

const runningAtom = atom<Running | null>(null);
const failedAtom = atom<string | null>(null);
/** Upload whose preview is heard. */
export const previewingAtom = atom((get) => get(runningAtom)?.uploadId ?? null);
/** Upload whose preview could not be played. */
export const previewFailedAtom = atom((get) => get(failedAtom));

export const stopPreviewAtom = atom(null, (get, set) => {
  get(runningAtom)?.stop();
  set(runningAtom, null);
});

/** Starts a row's preview, or stops it when it is the one that runs. */
export const togglePreviewAtom = atom(null, (get, set, uploadId: string, url: string) => {
  const same = get(runningAtom)?.uploadId === uploadId;
  set(stopPreviewAtom);
  set(failedAtom, null);
  if (same) return;
  const giveBack = set(claimSoundAtom, () => set(stopPreviewAtom));
  if (giveBack === null) return;
  const player = get(moderationPortsAtom).openMuffled(url, {
    onFailed: () => {
      set(stopPreviewAtom);
      set(failedAtom, uploadId);
    },
  });
  player.onEnd = () => set(stopPreviewAtom);
  const timer = setTimeout(() => set(stopPreviewAtom), PREVIEW_MS);
  set(runningAtom, {
    uploadId,
    stop: () => {
      giveBack();
      clearTimeout(timer);
      set(noteHeardAtom, uploadId, player.heard(), true);
      player.close();
    },
  });
  player.play();
});
