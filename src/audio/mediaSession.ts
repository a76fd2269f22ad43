// What the lock screen and headset buttons show and do. Absent in old browsers; then nothing happens.

export interface MediaActions {
  play: () => void;
  pause: () => void;
  previous: () => void;
  next: () => void;
  /** Seconds from the start. */
  seekTo: (seconds: number) => void;
  /** Seconds, negative is back. */
  skip: (seconds: number) => void;
}

/** Seconds of a skip when the system names none. */
const SKIP_SECONDS = 15;

export function setMediaActions(actions: MediaActions): void {
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler) => {
    try {
      globalThis.navigator?.mediaSession?.setActionHandler(action, handler);
    } catch {
      // This browser does not know the action.
    }
  };
  handle('play', () => actions.play());
  handle('pause', () => actions.pause());
  handle('previoustrack', () => actions.previous());
  handle('nexttrack', () => actions.next());
  handle('seekto', (details) => {
    if (typeof details.seekTime === 'number') actions.seekTo(details.seekTime);
  });
  handle('seekbackward', (details) => actions.skip(-(details.seekOffset ?? SKIP_SECONDS)));
  handle('seekforward', (details) => actions.skip(details.seekOffset ?? SKIP_SECONDS));
}

export function setMediaTrack(track: { title: string; artist: string } | null): void {
  const session = globalThis.navigator?.mediaSession;
  if (session === undefined) return;
  session.metadata = track === null ? null : new MediaMetadata({ ...track, album: 'Aural' });
  if (track === null) session.playbackState = 'none';
}

/** Call on loaded, seeked, played and paused, not on every tick: the system counts on by itself. */
export function setMediaPosition(state: 'playing' | 'paused', position: number, duration: number): void {
  const session = globalThis.navigator?.mediaSession;
  if (session === undefined) return;
  session.playbackState = state;
  if (!(duration > 0)) return;
  session.setPositionState?.({
    duration,
    position: Math.min(Math.max(0, position), duration),
    playbackRate: 1,
  });
}
