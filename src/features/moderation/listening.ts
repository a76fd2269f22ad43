// Listening to the open item: silent until it is played, muffled then, in full only as long as somebody asks for it.
import { atom } from 'jotai/vanilla';
import type { MuffledPlayer } from '../../audio/muffled.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { moderationPortsAtom } from './ports.ts';

/** S1 §9 knows no others for listening; moderators work faster (ux §4.5). */
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

const playerAtom = atom<MuffledPlayer | null>(null);
const playingAtom = atom(false);
const failedAtom = atom(false);
const fullAtom = atom(false);
const rateAtom = atom(1);
const giveBackAtom = atom<(() => void) | null>(null);

export interface Listening {
  playing: boolean;
  failed: boolean;
  /** Full sound is asked for. */
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
/** For the canvas that follows it. */
export const placeAtom = atom((get) => {
  const player = get(playerAtom);
  return { position: () => player?.position() ?? 0, seconds: () => player?.seconds() ?? 0 };
});

export const closeSoundAtom = atom(null, (get, set) => {
  get(playerAtom)?.close();
  set(playerAtom, null);
  set(playingAtom, false);
  set(failedAtom, false);
  set(fullAtom, false);
  get(giveBackAtom)?.();
  set(giveBackAtom, null);
});

export const openSoundAtom = atom(null, (get, set, url: string) => {
  set(closeSoundAtom);
  let player: MuffledPlayer | null = null;
  const isMine = () => get(playerAtom) === player;
  player = get(moderationPortsAtom).openMuffled(url, {
    onPlaying: (playing) => {
      if (isMine()) set(playingAtom, playing);
    },
    onFailed: () => {
      if (isMine()) set(failedAtom, true);
    },
  });
  player.setRate(get(rateAtom));
  set(playerAtom, player);
});

export const togglePlayAtom = atom(null, (get, set) => {
  const player = get(playerAtom);
  if (!player) return;
  if (get(playingAtom)) return player.pause();
  const giveBack = set(claimSoundAtom, () => player.pause());
  if (giveBack === null) return;
  set(giveBackAtom, () => giveBack);
  set(failedAtom, false);
  player.play();
});

export const seekAtom = atom(null, (get, _set, seconds: number) => get(playerAtom)?.seek(seconds));

export const openFullAtom = atom(null, (get, set, on: boolean) => {
  if (get(fullAtom) === on) return;
  set(fullAtom, on);
  get(playerAtom)?.openFull(on);
});

/** Holds for the next items, too. */
export const setRateAtom = atom(null, (get, set, rate: number) => {
  set(rateAtom, rate);
  get(playerAtom)?.setRate(rate);
});
