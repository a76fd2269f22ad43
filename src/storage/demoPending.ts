// The demo's simulated upload, in session storage under the documented key.

const KEY = 'demoPendingData';

export interface DemoPending {
  /** `demo_{timestamp}`. */
  uploadId: string;
  title: string;
  status: 'pending';
  reason: string;
  estimatedTime: string;
}

/** Stores nothing when the browser forbids storage. */
export function writeDemoPending(pending: DemoPending): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pending));
  } catch {
    // Storage is forbidden.
  }
}

/** Deletes it for every account. */
export function forgetDemoPending(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
