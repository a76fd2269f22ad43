// One raw request without the headers that `fetch` adds, for tests of headers and ranges.
import { request } from 'node:http';

export interface Heard {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export function plainRequest(url: string, headers: Record<string, string>, method = 'GET'): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
