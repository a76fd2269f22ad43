// Requests as raw bytes on a socket, which no HTTP client would send.
import { connect } from 'node:net';

export interface RawReply {
  /** 0 when the connection ended without an answer. */
  status: number;
  headers: string;
  body: string;
  milliseconds: number;
}

/**
 * Sends these bytes and reads until the server closes. `end` closes the client's side after the last byte, like a
 * client that has died. `readLast` reads nothing before everything is sent, like simple clients.
 */
export function rawRequest(
  url: string,
  parts: Iterable<string | Buffer>,
  { end = false, readLast = false }: { end?: boolean; readLast?: boolean } = {},
): Promise<RawReply> {
  const { port, hostname } = new URL(url);
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    if (readLast) socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const split = text.indexOf('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        headers: text.slice(0, Math.max(0, split)),
        body: split < 0 ? '' : text.slice(split + 4),
        milliseconds: performance.now() - started,
      });
    });
    void (async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        if (!socket.write(part)) {
          await new Promise<void>((drained) => {
            const go = () => {
              socket.off('drain', go).off('close', go);
              drained();
            };
            socket.on('drain', go).on('close', go);
          });
        }
      }
      if (readLast) socket.resume();
      if (end) socket.end();
    })();
  });
}

/** Header block of an upload POST. */
export const uploadHead = (headers: string) =>
  `POST /upload.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n\r\n`;

/** A form with this boundary, body and the correct length. */
export const formRequest = (body: Buffer, type = 'multipart/form-data; boundary=xx'): Buffer =>
  Buffer.concat([Buffer.from(uploadHead(`Content-Type: ${type}\r\nContent-Length: ${body.length}`)), body]);

/** Head of one part. */
export const partHead = (disposition: string, more = '') =>
  `--xx\r\nContent-Disposition: ${disposition}${more === '' ? '' : `\r\n${more}`}\r\n\r\n`;
