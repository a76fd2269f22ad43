// A server with few descriptors, a recording and an asset, for clients that request much and read little.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { longRecording } from '../audio/longRecording.ts';
import { publish, visitor } from '../server/publish.ts';
import { startServer, type TestServer } from '../server/server.ts';

/** The attacker's own address. */
export const ATTACKER = '127.0.0.9';
const TOKEN = 'a-token-of-this-test';
const ASSETS = new URL('../../../dist/web/assets/', import.meta.url).pathname;

export interface PipelineScene {
  server: TestServer;
  /** Path of a 2 MB recording that the owner of `cookie` may play. */
  audio: string;
  /** Path of the largest script or module of the app. */
  asset: string;
  cookie: string;
  /** The head of a request, ready to be sent; `headers` end with CRLF. */
  head(method: string, path: string, headers?: string): string;
  /** A value of /metrics; NaN when missing. */
  metric(name: string): Promise<number>;
}

export async function pipelineScene(): Promise<PipelineScene> {
  const server = await startServer(
    { STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent', METRICS_TOKEN: TOKEN },
    { wrap: ['sh', '-c', 'ulimit -n 1024 && exec "$@"', 'sh'] },
  );
  const person = visitor(server.url);
  const bytes = longRecording(2 * 1024 * 1024);
  const sent = await publish(person, bytes, { title: 'Long', filename: 'x.wav', type: 'audio/wav' });
  const [largest] = readdirSync(ASSETS)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .sort((a, b) => statSync(join(ASSETS, b)).size - statSync(join(ASSETS, a)).size);
  const { cookie } = person;
  return {
    server,
    audio: sent.data.url,
    asset: `/assets/${largest}`,
    cookie,
    head: (method, path, headers = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${headers}\r\n`,
    metric: async (name) => {
      const reply = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const value = new RegExp(`^${name} (.*)$`, 'm').exec(await reply.text())?.[1];
      return Number(value ?? Number.NaN);
    },
  };
}
