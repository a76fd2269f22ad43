// What the lock screen and headset buttons show and do; in discreet mode it names nothing.
import { atom } from 'jotai/vanilla';
import { messages } from '../../lib/messages.ts';
import { discreetAtom } from '../discreet.ts';
import { currentTrackAtom, durationSecondsAtom, playerStateAtom, speedAtom } from '../player.ts';
import { pauseAtom, positionAtom, seekAtom, skipAtom, startAtom } from '../playerRun.ts';
import { stepAtom } from './order.ts';
import { listeningPortsAtom } from './ports.ts';

export const joinLockScreenAtom = atom(null, (get, set) =>
  get(listeningPortsAtom).lockScreen.setActions({
    play: () => void set(startAtom),
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
export const showStateAtom = atom(null, (get, set) => {
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
export const showPositionAtom = atom(null, (get, set) => {
  const isIdle = get(playerStateAtom).phase === 'idle';
  const place = { position: set(positionAtom), duration: get(durationSecondsAtom), rate: get(speedAtom) };
  get(listeningPortsAtom).lockScreen.setPosition(isIdle ? null : place);
});
