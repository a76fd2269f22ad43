// The client's sending code in Node, over plain sockets, one connection per request.
import { request as httpRequest } from 'node:http';
import type { Wire } from '../../../src/api/wire.ts';

const DEAD = { status: 0, text: '', header: () => null };

/** `cookie` is the session, as a browser would send it. */
export function nodeWire(base: string, cookie: () => string): Wire {
  return async ({ method, url, headers, body, signal, patienceMs, onSent }) => {
    const encoded = body === null ? null : new Response(body);
    const bytes = encoded ? Buffer.from(await encoded.arrayBuffer()) : Buffer.alloc(0);
    const type = encoded?.headers.get('content-type');
    return new Promise((resolve, reject) => {
      const sent = httpRequest(base + url, {
        method,
        agent: false,
        headers: {
          ...(type ? { 'content-type': type } : {}),
          ...headers,
          cookie: cookie(),
          'content-length': bytes.length,
          connection: 'close',
        },
      });
      sent.setTimeout(patienceMs, () => sent.destroy(new Error('silence')));
      const abort = () => sent.destroy();
      signal.addEventListener('abort', abort, { once: true });
      sent.on('close', () => signal.removeEventListener('abort', abort));
      sent.on('error', () => (signal.aborted ? reject(signal.reason) : resolve(DEAD)));
      sent.on('response', (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', () => resolve(DEAD));
        reply.on('end', () => {
          const header = (name: string) => {
            const value = reply.headers[name.toLowerCase()];
            return typeof value === 'string' ? value : null;
          };
          resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), header });
        });
      });
      sent.end(bytes, () => onSent(bytes.length));
    });
  };
}
