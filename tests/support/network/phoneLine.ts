// Each phone of a test has its own network and cookies: `fetch` of the app's addresses goes where the running phone is
// connected. This is all that the app's adapters need from a browser.
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
  // Each request has its own connection, so a fault affects only one.
  headers.set('connection', 'close');
  const signals = init?.signal ? [init.signal, line.end] : [line.end];
  const reply = await plainFetch(line.url + input, { ...init, headers, signal: AbortSignal.any(signals) });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (cookie) line.cookie = cookie;
  return reply;
};

/** Runs `work`, and everything it starts, on this line. */
export const onLine = <T>(line: PhoneLine, work: () => T): T => lines.run(line, work);
