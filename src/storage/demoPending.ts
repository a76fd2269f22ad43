// What the demo says of its pretended upload, in the session's storage under the documented key (S2 §3).

const KEY = 'demoPendingData';

export interface DemoPending {
  /** `demo_{timestamp}`. */
  uploadId: string;
  title: string;
  status: 'pending';
  reason: string;
  estimatedTime: string;
}

/** A browser that forbids storage forgets it with the page. */
export function writeDemoPending(pending: DemoPending): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
  } catch {
    // Nothing follows from it.
  }
}

/** Forgets it, whoever tried the demo. */
export function forgetDemoPending(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}
