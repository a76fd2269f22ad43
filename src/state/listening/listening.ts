// Loaded with the first press of play: order, lock screen, history, places and sleep timer; `playerRun.ts` reports the events.

import { atom } from 'jotai/vanilla';
import { DEFAULT_PREFERENCES } from '../../../api/contract/preferences.ts';
import { messages } from '../../lib/messages.ts';
import { discreetAtom } from '../discreet.ts';
import {
  currentTrackAtom,
  durationSecondsAtom,
  playerStateAtom,
  preferVolumeAtom,
  speedAtom,
} from '../player.ts';
import {
  type Listening,
  type PlayerNews,
  pauseAtom,
  positionAtom,
  seekAtom,
  skipAtom,
  startAtom as startTrackAtom,
} from '../playerRun.ts';
import { preferencesAtom } from '../preferences.ts';
import { noteHeardAtom } from './history.ts';
import { autoplayAtom, continueAtom, stepAtom } from './order.ts';
import { forgetPlaceAtom, savePlaceAtom } from './places.ts';
import { listeningPortsAtom } from './ports.ts';
import { restoreQueueAtom } from './queue.ts';
import { endsWithTrackAtom, lookAtom } from './sleepTimer.ts';

// What the lock screen and headset buttons show and do; in discreet mode it names nothing.

const joinLockScreenAtom = atom(null, (get, set) =>
  get(listeningPortsAtom).lockScreen.setActions({
    play: () => void set(startTrackAtom),
    pause: () => set(pauseAtom),
    previous: () => void set(stepAtom, -1),
    next: () => void set(stepAtom, 1),
    seekTo: (seconds) => set(seekAtom, seconds),
    skip: (seconds) => set(skipAtom, seconds),
  }),
);

/** What it shows now; the same words are not set twice. */
const shownAtom = atom('');

/** After a new state or track. */
const showStateAtom = atom(null, (get, set) => {
  const { lockScreen } = get(listeningPortsAtom);
  const track = get(currentTrackAtom);
  const { phase } = get(playerStateAtom);
  const words =
    track === null || phase === 'idle'
      ? null
      : get(discreetAtom)
        ? { title: messages.shell.discreet, artist: '', album: '' }
        : {
            title: track.title || messages.card.untitled,
            artist: track.user.username || messages.card.unknownUser,
            album: messages.shell.name,
          };
  const key = JSON.stringify(words);
  if (key !== get(shownAtom)) lockScreen.setTrack(words);
  set(shownAtom, key);
  lockScreen.setState(
    words === null ? 'none' : phase === 'playing' || phase === 'loading' ? 'playing' : 'paused',
  );
  set(showPositionAtom);
});

/** When the length is known, after a jump or a new speed. */
const showPositionAtom = atom(null, (get, set) => {
  const isIdle = get(playerStateAtom).phase === 'idle';
  const place = { position: set(positionAtom), duration: get(durationSecondsAtom), rate: get(speedAtom) };
  get(listeningPortsAtom).lockScreen.setPosition(isIdle ? null : place);
});

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

const handleStateAtom = atom(null, (get, set) => {
  set(showStateAtom);
  set(noteHeardAtom);
  const state = get(playerStateAtom);
  if (state.phase === 'paused') set(savePlaceAtom, true);
  const isLost = state.phase === 'failed' && state.code === 'offline';
  set(lostAtom, isLost ? { trackId: state.trackId, at: get(listeningPortsAtom).now() } : null);
});

const resumeAtom = atom(null, async (get, set): Promise<void> => {
  const lost = get(lostAtom);
  if (lost !== null && get(listeningPortsAtom).now() - lost.at < GO_ON_WITHIN_MS) await set(startTrackAtom);
});

const startAtom = atom(null, (_get, set) => {
  set(joinLockScreenAtom);
  set(handleStateAtom);
  void set(restoreQueueAtom);
});

const handleNewsAtom = atom(null, (_get, set, news: PlayerNews) => {
  if (news === 'state') set(handleStateAtom);
  if (news === 'position') set(showPositionAtom);
  if (news === 'time') {
    set(lookAtom);
    set(savePlaceAtom, false);
  }
  if (news === 'leaving') set(savePlaceAtom, true);
  if (news === 'preferences') set(followPreferencesAtom);
  if (news === 'online') void set(resumeAtom);
});

const endAtom = atom(null, (_get, set) => {
  set(forgetPlaceAtom);
  if (!set(endsWithTrackAtom)) void set(continueAtom);
});

export const listening: Listening = { startAtom, handleNewsAtom, stepAtom, endAtom, preferencesAtom };
