// Tells the other tabs of this browser that some take or file was published or discarded, or brought back. Which one
// stands in its record.

const CHANNEL = 'aural-takes';

/** Old browsers have no other tab to tell. */
export function tellTabs(): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Answers the stop. */
export function hearTabs(listener: () => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
