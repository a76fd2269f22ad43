// What the listening server counts about its connections; `/metrics` shows it.

/** Why the server closed a socket. */
export const CUT_REASONS = ['pipelining', 'not_reading', 'unread_body', 'silent', 'crowded'] as const;
export type CutReason = (typeof CUT_REASONS)[number];

export interface ConnectionCounts {
  /** Open now. */
  connections: number;
  /** Requests being answered; at most one per connection. */
  requestsInFlight: number;
  /** Requests queued behind another on their connection. */
  requestsWaiting: number;
  /** Since the start. */
  cut: Record<CutReason, number>;
}

export const newCounts = (): ConnectionCounts => ({
  connections: 0,
  requestsInFlight: 0,
  requestsWaiting: 0,
  cut: { pipelining: 0, not_reading: 0, unread_body: 0, silent: 0, crowded: 0 },
});
