// Quick preview of a row: ten seconds, muffled. Plays the server's samples, or the first ten seconds without samples.
import { atom } from 'jotai/vanilla';
import { claimSoundAtom } from '../../state/sound.ts';
import { noteHeardAtom } from './heard.ts';
import { moderationPortsAtom } from './ports.ts';
import { type Sample, walkSamples } from './sampling.ts';

const PREVIEW_MS = 10_000;

interface Running {
  uploadId: string;
  stop: () => void;
}

const runningAtom = atom<Running | null>(null);
const failedAtom = atom<string | null>(null);
/** Id of the upload whose preview plays. */
export const previewingAtom = atom((get) => get(runningAtom)?.uploadId ?? null);
/** Id of the upload whose preview failed. */
export const previewFailedAtom = atom((get) => get(failedAtom));

export const stopPreviewAtom = atom(null, (get, set) => {
  get(runningAtom)?.stop();
  set(runningAtom, null);
});

export interface Previewed {
  uploadId: string;
  url: string;
  /** Empty while the server has chosen none. */
  samples: readonly Sample[];
}

/** Starts a row's preview, or stops it when it is playing. */
export const togglePreviewAtom = atom(null, (get, set, { uploadId, url, samples }: Previewed) => {
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
  const end = () => set(stopPreviewAtom);
  const timer = setTimeout(end, PREVIEW_MS);
  let giveUp = () => {};
  set(runningAtom, {
    uploadId,
    stop: () => {
      giveBack();
      clearTimeout(timer);
      giveUp();
      set(noteHeardAtom, uploadId, player.heard(), samples.length === 0);
      player.close();
    },
  });
  player.play();
  if (samples.length > 0) giveUp = walkSamples(player, samples, end);
});
