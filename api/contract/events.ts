// What `GET /api/events` tells as it happens, as server-sent events (HTML Standard §9.2): a hint to read again,
// never the thing itself. The caller hears only of their own; moderators also of the queue.

/** Name of an event → its data. */
export interface ServerEvents {
  /** A recording of the caller went live. */
  trackApproved: { trackId: string };
  /** The caller has a new notification. */
  notification: { id: string; type: string };
  /** What waits for review has changed; moderators only. */
  queueChanged: Record<string, never>;
  /** Events were missed and are gone: read everything again. */
  reset: Record<string, never>;
}

export type ServerEventName = keyof ServerEvents;

export const SERVER_EVENT_NAMES: readonly ServerEventName[] = [
  'trackApproved',
  'notification',
  'queueChanged',
  'reset',
];

/** A line comes at least this often, so that both sides notice a dead connection; milliseconds. */
export const EVENTS_BEAT_MS = 15_000;
/** Missed events that a returning reader still gets; after more, `reset` takes their place. */
export const EVENTS_BACKLOG = 100;
