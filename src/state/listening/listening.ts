// Loaded with the first press of play: order, lock screen, history, places and sleep timer; `playerRun.ts` reports the events.
import { atom } from 'jotai/vanilla';
import { DEFAULT_PREFERENCES } from '../../../api/contract/preferences.ts';
import { playerStateAtom, preferVolumeAtom } from '../player.ts';
import { type Listening, type PlayerNews, startAtom as startTrackAtom } from '../playerRun.ts';
import { preferencesAtom } from '../preferences.ts';
import { noteHeardAtom } from './history.ts';
import { joinLockScreenAtom, showPositionAtom, showStateAtom } from './lockScreen.ts';
import { autoplayAtom, continueAtom, stepAtom } from './order.ts';
import { forgetPlaceAtom, savePlaceAtom } from './places.ts';
import { listeningPortsAtom } from './ports.ts';
import { endsWithTrackAtom, lookAtom } from './sleepTimer.ts';

/** Playback resumes by itself when the network is back within this time. */
const GO_ON_WITHIN_MS = 60_000;

/** The track that stopped because the network was lost, and when. */
const lostAtom = atom<{ trackId: string; at: number } | null>(null);

/** Applies the account's playback preferences; keeps the previous ones while they are unknown. */
const followPreferencesAtom = atom(null, (get, set) => {
  const playback = get(preferencesAtom)?.playback;
  if (playback === undefined) return;
  set(autoplayAtom, playback.autoplay);
  // The account has the default: the volume of this device stays.
  set(preferVolumeAtom, playback.volume === DEFAULT_PREFERENCES.playback.volume ? null : playback.volume);
});

const hearStateAtom = atom(null, (get, set) => {
  set(showStateAtom);
  set(noteHeardAtom);
  const state = get(playerStateAtom);
  if (state.phase === 'paused') set(savePlaceAtom, true);
  const isLost = state.phase === 'failed' && state.code === 'offline';
  set(lostAtom, isLost ? { trackId: state.trackId, at: get(listeningPortsAtom).now() } : null);
});

const goOnAtom = atom(null, async (get, set): Promise<void> => {
  const lost = get(lostAtom);
  if (lost !== null && get(listeningPortsAtom).now() - lost.at < GO_ON_WITHIN_MS) await set(startTrackAtom);
});

const startAtom = atom(null, (_get, set) => {
  set(joinLockScreenAtom);
  set(hearStateAtom);
});

const hearAtom = atom(null, (_get, set, news: PlayerNews) => {
  if (news === 'state') set(hearStateAtom);
  if (news === 'position') set(showPositionAtom);
  if (news === 'time') {
    set(lookAtom);
    set(savePlaceAtom, false);
  }
  if (news === 'leaving') set(savePlaceAtom, true);
  if (news === 'preferences') set(followPreferencesAtom);
  if (news === 'online') void set(goOnAtom);
});

const endAtom = atom(null, (_get, set) => {
  set(forgetPlaceAtom);
  if (!set(endsWithTrackAtom)) void set(continueAtom);
});

export const listening: Listening = { startAtom, hearAtom, stepAtom, endAtom, preferencesAtom };
