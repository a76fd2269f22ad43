// Each phone of a test has a network and cookies of its own: `fetch` of the app's addresses goes where the phone that
// runs at the moment is connected. All that the app's adapters need of a browser.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface PhoneLine {
  /** The server, or a network in front of it. */
  url: string;
  /** What the browser would send as `Cookie`; answers change it. */
  cookie: string;
  /** Aborted when the app is killed. */
  end: AbortSignal;
}

const lines = new AsyncLocalStorage<PhoneLine>();
const plainFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const line = lines.getStore();
  if (line === undefined || typeof input !== 'string' || !input.startsWith('/'))
    return plainFetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('cookie', line.cookie);
  // Each request is a line of its own: what strikes one strikes no other.
  headers.set('connection', 'close');
  const signals = init?.signal ? [init.signal, line.end] : [line.end];
  const reply = await plainFetch(line.url + input, { ...init, headers, signal: AbortSignal.any(signals) });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (cookie) line.cookie = cookie;
  return reply;
};

/** Runs `work`, and all it starts, on this line. */
export const onLine = <T>(line: PhoneLine, work: () => T): T => lines.run(line, work);
