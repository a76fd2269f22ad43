// Every action by name, typed by the contract. The compiler knows which names read and which write, so the browser
// loads no table of them.
import type { Actions, AnswerOf, ReadName, WriteName } from '../../api/contract/actions.ts';
import { type SendOptions, send } from './client.ts';

/**
 * `const { data, nextCursor } = await read('getTracks', { category: 'new' })`. Throws `ApiError { code, status }` or an
 * `AbortError`.
 */
export async function read<N extends ReadName>(
  name: N,
  query: Actions[N]['body'],
  options?: SendOptions,
): Promise<AnswerOf<N>> {
  return (await send('GET', name, query, options)) as AnswerOf<N>;
}

/** `const { data } = await write('addLike', { like: { trackId } })`. Throws as `read`; never repeats a request. */
export async function write<N extends WriteName>(
  name: N,
  body: Actions[N]['body'],
  options?: SendOptions,
): Promise<AnswerOf<N>> {
  return (await send('POST', name, body, options)) as AnswerOf<N>;
}
