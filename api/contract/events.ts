// What `GET /api/events` tells as it happens, as server-sent events (HTML Standard §9.2): a hint to read again,
// never the thing itself. Everybody hears what all can see, with or without a session; beside it only of their own, and
// moderators of the queue. What all can see is gathered in memory for a second at most and names nobody who did it.

/** Name of an event → its data. */
export interface ServerEvents {
  /** A recording of the caller went live. */
  trackApproved: { trackId: string };
  /** The caller has a new notification. */
  notification: { id: string; type: string };
  /** The caller's notifications or own diary have changed otherwise: read, removed, or written on another device. */
  newsChanged: Record<string, never>;
  /** What waits for review has changed; moderators only. */
  queueChanged: Record<string, never>;
  /** For everybody, at most 50 at once. `lists`: some came, went or have other words, so that lists may hold others. */
  tracksChanged: { trackIds: string[]; lists: boolean };
  /** For everybody: comments of this track came, went or were liked. */
  commentsChanged: { trackId: string };
  /** For everybody: what others see of this person. */
  personChanged: { userId: string };
  /** Events were missed and are gone: read everything again. */
  reset: Record<string, never>;
}

export type ServerEventName = keyof ServerEvents;

export const SERVER_EVENT_NAMES: readonly ServerEventName[] = [
  'trackApproved',
  'notification',
  'newsChanged',
  'queueChanged',
  'tracksChanged',
  'commentsChanged',
  'personChanged',
  'reset',
];

/** A line comes at least this often, so that both sides notice a dead connection; milliseconds. */
export const EVENTS_BEAT_MS = 15_000;
/** A reader who joins may say how long it was away, as `?away=MILLISECONDS`: it hears of what all can see since then. */
export const EVENTS_AWAY_MS = 15_000;
/** Missed events that a returning reader still gets; after more, `reset` takes their place. */
export const EVENTS_BACKLOG = 100;
