// Emptying one lane of the outbox: in order, in one page of the browser at a time. What an entry is and when it is
// given up says the lane.
import type { Lane, OutboxEntry } from '../storage/outbox.ts';
import type { StatePorts } from './ports.ts';

/** What became of one entry: gone from the outbox, left there for somebody to look at, or nothing goes for now. */
export type Sent = 'done' | 'stays' | 'stop';

export interface LaneRule {
  lane: Lane;
  /** Asked again before each entry: others add while this one sends. */
  list: () => Promise<readonly OutboxEntry[]>;
  send: (entry: OutboxEntry) => Promise<Sent>;
}

/** True when every entry was looked at; false when sending stopped or another page is at it. */
export async function drain(outbox: StatePorts['outbox'], { lane, list, send }: LaneRule): Promise<boolean> {
  let stopped = false;
  const isSender = await outbox.asOnlySender(lane, async () => {
    const looked = new Set<string>();
    while (!stopped) {
      const entry = (await list()).find(({ id }) => !looked.has(id));
      if (!entry) return;
      looked.add(entry.id);
      const sent = await send(entry);
      if (sent === 'done') await outbox.remove(entry.id).catch(() => undefined);
      stopped = sent === 'stop';
    }
  });
  return isSender && !stopped;
}
