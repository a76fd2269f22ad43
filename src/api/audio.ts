// The bytes of a published or waiting recording, for users who may play it.
import { ApiError } from './client.ts';

/** Throws `ApiError` with `offline` or `not_found`, or an `AbortError` when the signal fired. */
export async function fetchAudio(url: string, signal: AbortSignal): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new ApiError('offline', 0, String(error));
  }
  if (!response.ok) throw new ApiError('not_found', response.status, '');
  return response.blob();
}
