// HTTP requests to the store, with deadlines, retries after growing random pauses, counts for /metrics, and one error when it
// cannot be reached. Every request is safe to repeat: names are random and their content never changes.
import { createHash, randomInt } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../errors.ts';
import type { S3Place } from '../../storageUrl.ts';
import { createSigner, type Signer, type Unsigned } from './signing.ts';

/** After this many failures in a row the store counts as down: each request then gets one try with a short deadline. */
const FAILURES_MEAN_DOWN = 3;

export type Outcome = 'answered' | 'tried_again' | 'failed';

interface Health {
  isDown(): boolean;
  note(operation: string, outcome: Outcome): void;
  counts(): readonly { operation: string; outcome: Outcome; count: number }[];
}

function createHealth(): Health {
  const counts = new Map<string, { operation: string; outcome: Outcome; count: number }>();
  let failures = 0;
  return {
    isDown: () => failures >= FAILURES_MEAN_DOWN,
    note: (operation, outcome) => {
      failures = outcome === 'answered' ? 0 : failures + 1;
      const name = `${operation} ${outcome}`;
      const known = counts.get(name) ?? { operation, outcome, count: 0 };
      known.count++;
      counts.set(name, known);
    },
    counts: () => [...counts.values()],
  };
}

/** Until the head of the answer is there: connecting, and the service at work. */
const ANSWER_MS = 5_000;
/** The same while the store counts as down. */
const ANSWER_WHEN_DOWN_MS = 2_000;
/** A body may take so much longer: 256 kB a second is a poor line between two servers. */
const BODY_BYTES_PER_MS = 256;
/** Between two pieces of an answer's body. */
export const SILENCE_MS = 10_000;
const TRIES = 4;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Answers without audio are lists and errors. */
const TEXT_MAX_BYTES = 4 * 1024 * 1024;
/** Sockets side by side; more wait here and not in the service. */
const SOCKETS = 256;
const EMPTY_HASH = createHash('sha256').digest('hex');

export interface Ask extends Unsigned {
  /** For counts: `get`, `put` … */
  operation: string;
  body?: Uint8Array;
  /** Status codes that are answers; others are failures. */
  accept: readonly number[];
}

export interface Transport {
  /** The answer with its body still to be read. Throws ApiError `store_unreachable`. */
  open(ask: Ask): Promise<IncomingMessage>;
  /** The same with the body as text. */
  text(ask: Ask): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>;
  readonly signer: Signer;
  readonly health: Health;
  close(): void;
}

/** The error of the store. */
class Refused extends Error {
  override name = 'S3Refused';
  readonly status: number;
  constructor(status: number, words: string) {
    super(`the store answered ${status}: ${words.slice(0, 500)}`);
    this.status = status;
  }
}

/** A retry may succeed. Any other failure is a wrong setting or our own fault. */
const isPassing = (error: unknown) =>
  !(error instanceof Refused) || error.status >= 500 || error.status === 429 || error.status === 408;

export const storeUnreachable = (cause: unknown) =>
  new ApiError('store_unreachable', 'The audio store does not answer', {
    headers: { 'Retry-After': '5' },
    cause,
  });

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.setTimeout(SILENCE_MS, () => answer.destroy(new Error('the store fell silent')));
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > TEXT_MAX_BYTES) throw new Error('the store says too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Hashed in another thread: megabytes would hold this one up. */
async function hashOf(body: Uint8Array | undefined): Promise<string> {
  if (!body) return EMPTY_HASH;
  return Buffer.from(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)).toString('hex');
}

export function createTransport(place: S3Place): Transport {
  const signer = createSigner(place);
  const health = createHealth();
  const isSecure = place.endpoint.startsWith('https:');
  const options = { keepAlive: true, maxSockets: SOCKETS };
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);

  async function once(ask: Ask, bodyHash: string): Promise<IncomingMessage> {
    const { url, headers } = await signer.sign(ask, bodyHash);
    const bytes = ask.body?.length ?? 0;
    const ends = (health.isDown() ? ANSWER_WHEN_DOWN_MS : ANSWER_MS) + bytes / BODY_BYTES_PER_MS;
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? httpsRequest : httpRequest)(url, {
        method: ask.method,
        headers: ask.body ? { ...headers, 'Content-Length': bytes } : headers,
        agent,
      });
      const timer = setTimeout(() => sent.destroy(new Error('the store does not answer in time')), ends);
      sent.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.once('response', (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      sent.end(ask.body);
    });
  }

  async function answered<T>(ask: Ask, use: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    const bodyHash = await hashOf(ask.body);
    for (let tried = 1; ; tried++) {
      try {
        const answer = await once(ask, bodyHash);
        const status = answer.statusCode ?? 0;
        if (!ask.accept.includes(status)) throw new Refused(status, await readText(answer).catch(String));
        const used = await use(answer);
        health.note(ask.operation, 'answered');
        return used;
      } catch (error) {
        const isLast = !isPassing(error) || tried >= TRIES || health.isDown();
        health.note(ask.operation, isLast ? 'failed' : 'tried_again');
        if (isLast) throw storeUnreachable(error);
        await sleep(randomInt(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tried)));
      }
    }
  }

  return {
    signer,
    health,
    open: (ask) => answered(ask, async (answer) => answer),
    text: (ask) =>
      answered(ask, async (answer) => ({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: await readText(answer),
      })),
    close: () => agent.destroy(),
  };
}
