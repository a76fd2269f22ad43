// What the listening server counts about its connections; `/metrics` shows it.

/** Why a socket was ended before its client wanted. */
export const CUT_REASONS = ['pipelining', 'not_reading', 'unread_body', 'silent', 'crowded'] as const;
export type CutReason = (typeof CUT_REASONS)[number];

export interface ConnectionCounts {
  /** Open now. */
  connections: number;
  /** Requests an answer is being made for or sent to; at most one a connection. */
  requestsInFlight: number;
  /** Requests that came behind another on their connection. */
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
