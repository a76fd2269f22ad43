// The bytes of a published or waiting recording, for users who may play it.

import { piecePath } from '../../api/contract/spectralEnvelope.ts';
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

/**
 * A piece of a recording's spectral envelope. Its bytes never change, so stored pieces are not requested again and work without a
 * network. `envelope` is `TrackView.envelope`. Throws `ApiError` with `offline` or `not_found`, or the signal's reason.
 */
export async function fetchEnvelopePiece(
  envelope: string,
  piece: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const response = await fetch(piecePath(envelope, piece), {
      credentials: 'same-origin',
      cache: 'force-cache',
      priority: 'low',
      signal,
    });
    if (!response.ok) throw new ApiError('not_found', response.status, '');
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? error : new ApiError('offline', 0, String(error));
  }
}
