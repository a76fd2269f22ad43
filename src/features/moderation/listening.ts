// Plays the open upload: muffled, and at full sound only while requested.
import { atom } from 'jotai/vanilla';
import type { MuffledPlayer } from '../../audio/muffled.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { noteHeardAtom } from './heard.ts';
import { moderationPortsAtom } from './ports.ts';
import { isSamplingAtom, type Sample, startSamplingAtom, stopSamplingAtom } from './sampling.ts';

export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

const playerAtom = atom<MuffledPlayer | null>(null);
const openedIdAtom = atom('');
const beyondSamplesAtom = atom(false);
const playingAtom = atom(false);
const failedAtom = atom(false);
const fullAtom = atom(false);
const rateAtom = atom(1);
const giveBackAtom = atom<(() => void) | null>(null);

export interface Listening {
  playing: boolean;
  failed: boolean;
  /** Full sound is requested. */
  full: boolean;
  rate: number;
}
export const listeningAtom = atom(
  (get): Listening => ({
    playing: get(playingAtom),
    failed: get(failedAtom),
    full: get(fullAtom),
    rate: get(rateAtom),
  }),
);
/** Position for the canvas that follows it. */
export const placeAtom = atom((get) => {
  const player = get(playerAtom);
  return { position: () => player?.position() ?? 0, seconds: () => player?.seconds() ?? 0 };
});

/** Reads where the open item stopped or plays, seconds; null when nothing of it was played, or when it has ended. */
export const playheadAtom = atom((get) => {
  const player = get(playerAtom);
  return (): number | null => {
    const wasPlayed = player !== null && player.heard().length > 0;
    return wasPlayed && player.position() < player.seconds() ? player.position() : null;
  };
});

/** Records the played parts, before a decision is sent or the player closes. */
export const keepHeardAtom = atom(null, (get, set) => {
  const parts = get(playerAtom)?.heard() ?? [];
  set(noteHeardAtom, get(openedIdAtom), parts, get(beyondSamplesAtom));
});

export const closeSoundAtom = atom(null, (get, set) => {
  set(keepHeardAtom);
  set(stopSamplingAtom);
  set(beyondSamplesAtom, false);
  get(playerAtom)?.close();
  set(playerAtom, null);
  set(playingAtom, false);
  set(failedAtom, false);
  set(fullAtom, false);
  get(giveBackAtom)?.();
  set(giveBackAtom, null);
});

interface Recording {
  uploadId: string;
  url: string;
}

export const openSoundAtom = atom(null, (get, set, { uploadId, url }: Recording) => {
  set(closeSoundAtom);
  set(openedIdAtom, uploadId);
  let player: MuffledPlayer | null = null;
  const isMine = () => get(playerAtom) === player;
  player = get(moderationPortsAtom).openMuffled(url, {
    onPlaying: (playing) => {
      if (!isMine()) return;
      set(playingAtom, playing);
      if (!playing) set(stopSamplingAtom);
    },
    onFailed: () => {
      if (isMine()) set(failedAtom, true);
    },
  });
  player.setRate(get(rateAtom));
  set(playerAtom, player);
});

const startAtom = atom(null, (_get, set, player: MuffledPlayer): boolean => {
  const giveBack = set(claimSoundAtom, () => player.pause());
  if (giveBack === null) return false;
  set(giveBackAtom, () => giveBack);
  set(failedAtom, false);
  player.play();
  return true;
});

export const togglePlayAtom = atom(null, (get, set) => {
  const player = get(playerAtom);
  if (!player) return;
  set(stopSamplingAtom);
  if (get(playingAtom)) return player.pause();
  if (set(startAtom, player)) set(beyondSamplesAtom, true);
});

/** Seeks; keeps playing. Ends sampling. */
export const seekAtom = atom(null, (get, set, seconds: number) => {
  if (get(isSamplingAtom)) set(beyondSamplesAtom, true);
  set(stopSamplingAtom);
  get(playerAtom)?.seek(seconds);
});

/** Plays these one after another, muffled, then stops. */
export const playSamplesAtom = atom(null, (get, set, samples: readonly Sample[]) => {
  const player = get(playerAtom);
  if (!player || samples.length === 0) return;
  if (get(playingAtom) || set(startAtom, player)) set(startSamplingAtom, player, samples);
});

export const openFullAtom = atom(null, (get, set, on: boolean) => {
  if (get(fullAtom) === on) return;
  set(fullAtom, on);
  get(playerAtom)?.openFull(on);
});

/** Also applies to the next items. */
export const setRateAtom = atom(null, (get, set, rate: number) => {
  set(rateAtom, rate);
  get(playerAtom)?.setRate(rate);
});
