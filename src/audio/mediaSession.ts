// Display and actions of the lock screen and headset buttons. No effect in old browsers.

export interface MediaActions {
  play: () => void;
  pause: () => void;
  previous: () => void;
  next: () => void;
  /** Seconds from the start. */
  seekTo: (seconds: number) => void;
  /** Seconds; negative goes back. */
  skip: (seconds: number) => void;
}

export interface MediaPosition {
  /** Seconds. */
  position: number;
  /** Seconds; 0 while it is not known. */
  duration: number;
  /** Times the recorded speed. */
  rate: number;
}

/** Seconds of a skip when the system gives none. */
const SKIP_SECONDS = 15;

export function setMediaActions(actions: MediaActions): void {
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler) => {
    try {
      globalThis.navigator?.mediaSession?.setActionHandler(action, handler);
    } catch {
      // This browser does not support the action.
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

/** Null clears the lock screen. */
export function setMediaTrack(track: { title: string; artist: string; album: string } | null): void {
  const session = globalThis.navigator?.mediaSession;
  if (session === undefined) return;
  session.metadata = track === null ? null : new MediaMetadata(track);
}

export function setMediaState(state: MediaSessionPlaybackState): void {
  const session = globalThis.navigator?.mediaSession;
  if (session !== undefined) session.playbackState = state;
}

/**
 * Call when the length is known, after a seek, a new speed, play and pause; never on a tick: the system advances the
 * position itself.
 */
export function setMediaPosition(place: MediaPosition | null): void {
  const session = globalThis.navigator?.mediaSession;
  if (place === null || !(place.duration > 0)) {
    session?.setPositionState?.();
    return;
  }
  session?.setPositionState?.({
    duration: place.duration,
    position: Math.min(Math.max(0, place.position), place.duration),
    playbackRate: place.rate,
  });
}
