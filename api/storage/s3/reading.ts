// A range of an object as a stream that survives a torn answer: what is missing is asked for again.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { SILENCE_MS, storeUnreachable } from './transport.ts';

const STREAMED_BYTES = 64 * 1024;
/** Torn answers in a row without a byte between them. */
const TEARS_MAX = 4;

/**
 * Bytes `start … end`; resolves with the first answer, so that a store that is away is an error and no torn stream.
 * `ask` opens the range from `at` to `end`.
 */
export async function readRange(
  start: number,
  end: number,
  ask: (at: number) => Promise<IncomingMessage>,
): Promise<Readable> {
  let at = start;
  let tears = 0;
  let answer = await ask(start);
  let silence: NodeJS.Timeout | undefined;
  const stream = new Readable({
    highWaterMark: STREAMED_BYTES,
    // A reader that pauses does not make the store silent.
    read() {
      clearTimeout(silence);
      silence = setTimeout(() => answer.destroy(new Error('the store fell silent')), SILENCE_MS);
      answer.resume();
    },
    destroy(error, done) {
      clearTimeout(silence);
      answer.destroy();
      done(error);
    },
  });
  const follow = (from: IncomingMessage) => {
    answer = from;
    answer.on('data', (chunk: Buffer) => {
      if (stream.destroyed) return;
      clearTimeout(silence);
      tears = 0;
      at += chunk.length;
      if (at > end + 1) stream.destroy(new Error('the store sent more than was asked for'));
      else if (!stream.push(chunk)) answer.pause();
    });
    answer.once('error', () => {});
    answer.once('close', () => void goOn());
    answer.pause();
  };
  const goOn = async () => {
    clearTimeout(silence);
    if (stream.destroyed) return;
    if (at > end) return void stream.push(null);
    try {
      if (++tears > TEARS_MAX) throw new Error('the answer of the store is torn again and again');
      const next = await ask(at);
      if (stream.destroyed) return void next.destroy();
      follow(next);
      answer.resume();
    } catch (error) {
      stream.destroy(storeUnreachable(error));
    }
  };
  follow(answer);
  return stream;
}
