// A proxy between a server and its S3 store that can simulate faults.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `away`: connections break. `refusing`: 503 to every request. `hiccups`: 503 to every other request. `silent`: no
 * answer. `torn`: answers with audio end after half of their bytes. `slow`: answers begin late and come in small
 * pieces. `half`, `soundless`: 503 to requests that store an envelope, or audio. `forgetful`, `bandless`: accepts
 * objects but stores nothing, or no envelope. `unheard`: does what it is asked, but loses every other answer.
 * `belated`: answers 200 to the completion of a multipart upload and only then reports its failure. `begun`: begins
 * multipart uploads and is otherwise away. `finished`: completes them, loses the answer, and afterwards knows no such
 * upload.
 */
export type Fault =
  | 'none'
  | 'away'
  | 'refusing'
  | 'hiccups'
  | 'silent'
  | 'torn'
  | 'slow'
  | 'half'
  | 'soundless'
  | 'forgetful'
  | 'bandless'
  | 'unheard'
  | 'belated'
  | 'begun'
  | 'finished';

export interface FaultyS3 {
  /** The URL of the store through this proxy. */
  url: string;
  /** Sets the fault from now on; ends hanging connections. */
  turn(fault: Fault): void;
  /** Requests since the last call of `turn`. */
  asked(): number;
  close(): Promise<void>;
}

const BUSY = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Slow down</Message></Error>';

const FAILED = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>Try again</Message></Error>';

const UNKNOWN = '<?xml version="1.0"?><Error><Code>NoSuchUpload</Code><Message>Gone</Message></Error>';

const ENVELOPE = /\.bands(\?|$)/;
const AUDIO = /\/audio\/[0-9a-f]{32}\.(?!bands)/;

/** Delays of a slow store: before an answer begins, and between its pieces of `dropBytes` bytes. */
const SLOW = { beginMs: 700, dropMs: 30, dropBytes: 4096 };

async function* inDrops(answer: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of answer as AsyncIterable<Buffer>)
    for (let from = 0; from < chunk.length; from += SLOW.dropBytes) {
      await pause(SLOW.dropMs);
      yield chunk.subarray(from, from + SLOW.dropBytes);
    }
}

export async function startFaultyS3(storageUrl: string): Promise<FaultyS3> {
  const endpoint = new URL(new URL(storageUrl).searchParams.get('endpoint') ?? '');
  let fault: Fault = 'none';
  let asked = 0;
  const hanging = new Set<ServerResponse>();
  /** Completed multipart uploads, by their requests. */
  const complete = new Set<string>();
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const { method, url: path, headers } = from;
    const isLost = (fault === 'unheard' && asked % 2 === 1) || complete.has(path ?? '');
    const sent = request(
      { host: endpoint.hostname, port: endpoint.port, method, path, headers },
      (answer) => {
        if (isLost) {
          answer.resume().on('end', () => to.destroy());
          return;
        }
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        if (fault === 'slow') {
          Readable.from(inDrops(answer)).pipe(to);
          return;
        }
        const isAudio = method === 'GET' && answer.statusCode === 206;
        let left = fault === 'torn' && isAudio ? Math.ceil(Number(answer.headers['content-length']) / 2) : -1;
        answer.on('data', (chunk: Buffer) => {
          to.write(left < 0 ? chunk : chunk.subarray(0, left));
          if (left < 0) return;
          left = Math.max(0, left - chunk.length);
          // Bytes already written leave before the connection closes.
          if (left === 0) setTimeout(() => to.destroy(), 50);
        });
        answer.on('end', () => left < 0 && to.end());
      },
    );
    sent.on('error', () => to.destroy());
    from.pipe(sent);
  };
  const server = createServer((from, to) => {
    asked++;
    const path = from.url ?? '';
    const begins = from.method === 'POST' && /\?uploads(=|$)/.test(path);
    if (fault === 'away' || (fault === 'begun' && !begins)) return void from.socket.destroy();
    if (fault === 'silent') {
      from.resume();
      hanging.add(to);
      return;
    }
    const isPut = from.method === 'PUT';
    if (isPut && (fault === 'forgetful' || (fault === 'bandless' && ENVELOPE.test(path)))) {
      from.resume().on('end', () => to.writeHead(200, { etag: '"0"' }).end());
      return;
    }
    const completes = from.method === 'POST' && path.includes('uploadId=');
    if (completes && (fault === 'belated' || complete.has(path))) {
      const [status, words] = fault === 'belated' ? [200, FAILED] : [404, UNKNOWN];
      from.resume().on('end', () => to.writeHead(status, { 'content-type': 'application/xml' }).end(words));
      return;
    }
    if (completes && fault === 'finished') complete.add(path);
    const isRefused =
      isPut && ((fault === 'half' && ENVELOPE.test(path)) || (fault === 'soundless' && AUDIO.test(path)));
    if (fault === 'refusing' || (fault === 'hiccups' && asked % 2 === 1) || isRefused) {
      from.resume();
      to.writeHead(503, { 'content-type': 'application/xml' }).end(BUSY);
      return;
    }
    if (fault === 'slow') setTimeout(pass, SLOW.beginMs, from, to);
    else pass(from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: storageUrl.replace(endpoint.origin, `http://127.0.0.1:${port}`),
    turn: (next) => {
      fault = next;
      asked = 0;
      for (const answer of hanging) answer.destroy();
      hanging.clear();
      complete.clear();
    },
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
