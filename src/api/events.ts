// Listens to `/api/events`. `fetch` and not EventSource, to distinguish a refusal from a lost connection and to keep
// the position in the log during a pause. Pauses while the page is hidden or the device offline; waits longer after
// each failure.
import { EVENTS_BEAT_MS, SERVER_EVENT_NAMES, type ServerEvents } from '../../api/contract/events.ts';

/** One event with its data. */
export type ServerEvent = {
  [Name in keyof ServerEvents]: { name: Name; data: ServerEvents[Name] };
}[keyof ServerEvents];

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** Three missing heartbeats mean a dead connection. */
const SILENCE_MS = 3 * EVENTS_BEAT_MS;

/**
 * Parses an event stream (HTML Standard §9.2.6); `push` takes text as it arrives. `onPlace` receives the id of every
 * block that has one, also of those without an event.
 */
export function eventParser(
  onEvent: (event: ServerEvent) => void,
  onPlace: (id: string) => void,
): (text: string) => void {
  let rest = '';
  return function push(text) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(':');
          return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
        }),
      );
      const id = fields.get('id');
      if (id !== undefined) onPlace(id);
      const name = SERVER_EVENT_NAMES.find((each) => each === fields.get('event'));
      if (name === undefined) continue;
      try {
        const data = JSON.parse(fields.get('data') ?? '');
        onEvent({ name, data } as ServerEvent);
      } catch (error) {
        console.warn('an event could not be read', error);
      }
    }
  };
}

/** Doubles from one second to a minute; `chance` (0 … 1) spreads clients that lost the server at the same time. */
export const waitAfter = (failures: number, chance: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + chance / 2);

/** Reads until the connection ends. Returns the status of a refusal, or null when it was open. */
async function readStream(
  lastId: string,
  awayMs: number,
  signal: AbortSignal,
  push: (text: string) => void,
  { opened, silence }: { opened: () => void; silence: () => void },
): Promise<{ refusedWith: number | null; retryAfterMs: number }> {
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (lastId !== '') headers['last-event-id'] = lastId;
  const reply = await fetch(`/api/events?away=${Math.ceil(awayMs)}`, {
    headers,
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  });
  if (!reply.ok || !reply.body) {
    return { refusedWith: reply.status, retryAfterMs: Number(reply.headers.get('retry-after') ?? 0) * 1000 };
  }
  opened();
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer = setTimeout(silence, SILENCE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return { refusedWith: null, retryAfterMs: 0 };
      timer = setTimeout(silence, SILENCE_MS);
      push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Listens as the session of this browser, or as a visitor, until the returned function is called or the server
 * reports the end of the session. On return from a pause, the server delivers the account's own missed events; after
 * a pause of more than some seconds, the caller reloads public data. `reset` reports a loss that was no pause.
 * `onEnd`: the session has ended.
 */
export function listenToEvents(onEvent: (event: ServerEvent) => void, onEnd: () => void): () => void {
  let lastId = '';
  let failures = 0;
  let isLost = false;
  // The page itself may have loaded data since it began.
  let heardUntil = 0;
  let isOver = false;
  let connection: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mayConnect = () => !isOver && document.visibilityState === 'visible' && navigator.onLine;

  async function connect(): Promise<void> {
    if (connection || !mayConnect()) return;
    const own = new AbortController();
    connection = own;
    let retryAfterMs = 0;
    let wasOpen = false;
    const since = performance.now();
    try {
      const push = eventParser(onEvent, (id) => {
        lastId = id;
      });
      const opened = () => {
        wasOpen = true;
        if (isLost) onEvent({ name: 'reset', data: {} });
        isLost = false;
      };
      const end = await readStream(lastId, performance.now() - heardUntil, own.signal, push, {
        opened,
        silence: () => own.abort(),
      });
      retryAfterMs = end.retryAfterMs;
      if (end.refusedWith === 401) {
        isOver = true;
        onEnd();
      }
    } catch (error) {
      if (!own.signal.aborted) console.info('the event stream was lost', error);
    }
    connection = null;
    if (wasOpen) heardUntil = performance.now();
    if (!mayConnect()) return;
    isLost = true;
    // A connection that lasted is no failure; one that ends at once is not reopened at once.
    if (performance.now() - since > EVENTS_BEAT_MS) failures = 0;
    timer = setTimeout(() => void connect(), Math.max(retryAfterMs, waitAfter(failures, Math.random())));
    failures++;
  }

  function rest(): void {
    clearTimeout(timer);
    connection?.abort();
  }

  function update(): void {
    if (!mayConnect()) {
      rest();
      return;
    }
    clearTimeout(timer);
    failures = 0;
    void connect();
  }

  document.addEventListener('visibilitychange', update);
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  update();
  return () => {
    isOver = true;
    rest();
    document.removeEventListener('visibilitychange', update);
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
}
