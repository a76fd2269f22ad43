// Plays the finished take, a draft or a picked file, one at a time.
import { atom } from 'jotai/vanilla';
import type { TakePlayer } from '../../audio/takePlayer.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import type { AudioReference } from '../../storage/references.ts';
import { finishedTakeAtom, problemAtom } from './atoms.ts';
import type { Draft } from './drafts.ts';
import { recorderPortsAtom } from './ports.ts';

/** `player` is null while the bytes are read. */
const stateAtom = atom<{ reference: AudioReference; player: TakePlayer | null } | null>(null);
export const isPreviewingAtom = atom((get) => get(stateAtom) !== null);
/** What plays, or will as soon as it is read. */
export const previewedAtom = atom((get) => get(stateAtom)?.reference ?? null);
/** A long take is read for a second or two before it plays. */
export const isReadingAtom = atom((get) => get(stateAtom)?.player === null);
/** The last one could not be played. */
export const unplayedAtom = atom<AudioReference | null>(null);

export const stopPreviewAtom = atom(null, (get, set) => {
  get(stateAtom)?.player?.stop();
  set(stateAtom, null);
});

/** Rejects when the bytes cannot be read. */
const playAtom = atom(null, async (get, set, reference: AudioReference, read: () => Promise<Blob[]>) => {
  set(stopPreviewAtom);
  set(unplayedAtom, null);
  const opening = { reference, player: null };
  set(stateAtom, opening);
  try {
    const parts = await read();
    // Stopped, or another one was pressed meanwhile.
    if (get(stateAtom) !== opening) return;
    const giveBack = set(claimSoundAtom, () => set(stopPreviewAtom));
    if (giveBack === null) return set(stopPreviewAtom);
    const end = () => {
      giveBack();
      set(stateAtom, null);
    };
    const onFailed = () => {
      end();
      set(unplayedAtom, reference);
    };
    const player = get(recorderPortsAtom).playTake({ parts, onEnded: end, onFailed });
    set(stateAtom, {
      reference,
      player: {
        stop: () => {
          giveBack();
          player.stop();
        },
      },
    });
  } catch (error) {
    if (get(stateAtom) === opening) set(stateAtom, null);
    throw error;
  }
});

export const togglePreviewAtom = atom(null, async (get, set) => {
  if (get(stateAtom)) return set(stopPreviewAtom);
  const take = get(finishedTakeAtom);
  if (!take) return;
  const read = async () =>
    take.blob ? [take.blob] : get(recorderPortsAtom).drafts.readTakeParts(take.takeId ?? '');
  await set(playAtom, take.reference, read).catch(() => set(problemAtom, { code: 'load_failed' }));
});

/** Plays or stops a draft or a picked file. */
export const toggleDraftPreviewAtom = atom(
  null,
  async (get, set, { reference, take }: Pick<Draft, 'reference' | 'take'>) => {
    if (get(previewedAtom) === reference) return set(stopPreviewAtom);
    const { drafts, handoff } = get(recorderPortsAtom);
    const read = async () =>
      take ? drafts.readTakeParts(take.id) : [await handoff.openReference(reference)];
    await set(playAtom, reference, read).catch(() => set(unplayedAtom, reference));
  },
);
