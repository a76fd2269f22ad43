// Every action by name, typed by the contract.
import { ACTION_METHODS, type ActionName, type Actions } from '../../api/contract/actions.ts';
import { type SendOptions, send } from './client.ts';

/** `call('incrementPlay', { trackId })`. Throws `ApiError { code, status }` or an `AbortError`. */
export async function call<N extends ActionName>(
  name: N,
  body: Actions[N]['body'],
  options?: SendOptions,
): Promise<Actions[N]['data']> {
  return (await send(ACTION_METHODS[name], name, body, options)) as Actions[N]['data'];
}
