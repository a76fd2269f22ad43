// What `GET /api/events` sends as it happens, as server-sent events (HTML Standard §9.2): hints to read again, and the
// counters of recordings. Every reader, with or without a session, receives public changes; an account also receives its
// own, and moderators those of the queue. Public changes are gathered in memory for up to a second and name no actor.
import type { TrackView } from './tracks.ts';

/** The counters of a recording, as a visitor sees them. */
export type TrackCounters = Pick<TrackView, 'id' | 'likes' | 'plays' | 'commentsCount'>;

/** Name of an event → its data. */
export interface ServerEvents {
  /** A recording of the caller was published. */
  trackApproved: { trackId: string };
  /** The caller has a new notification. */
  notification: { id: string; type: string };
  /** The caller's notifications or activities changed in another way: read, removed, or created on another device. */
  newsChanged: Record<string, never>;
  /** The review queue or the reports changed; moderators only. */
  queueChanged: Record<string, never>;
  /**
   * For all readers, at most 50 at once: read these recordings again. `lists`: some were added, removed or edited, so that
   * lists may hold others.
   */
  tracksChanged: { trackIds: string[]; lists: boolean };
  /**
   * At most 50 at once. Not for accounts that hide someone or are about to be deleted: their comment counts may differ, so
   * they receive `tracksChanged`.
   */
  countersChanged: { tracks: TrackCounters[] };
  /** Public: comments of this track were added, removed or liked. */
  commentsChanged: { trackId: string };
  /** Public: this person's profile changed. */
  personChanged: { userId: string };
  /** Missed events are no longer available: read everything again. */
  reset: Record<string, never>;
}

export type ServerEventName = keyof ServerEvents;

export const SERVER_EVENT_NAMES: readonly ServerEventName[] = [
  'trackApproved',
  'notification',
  'newsChanged',
  'queueChanged',
  'tracksChanged',
  'countersChanged',
  'commentsChanged',
  'personChanged',
  'reset',
];

/** Milliseconds between lines at most, so that both sides notice a dead connection. */
export const EVENTS_BEAT_MS = 15_000;
/** A reader can pass how long it was away, as `?away=MILLISECONDS`, to get the public changes since then. */
export const EVENTS_AWAY_MS = 15_000;
/** Most missed events sent to a returning reader; above that it gets `reset`. */
export const EVENTS_BACKLOG = 100;
