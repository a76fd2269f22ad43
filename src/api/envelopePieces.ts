// Pieces of a recording's spectral envelope. Their bytes never change, so stored pieces are not requested again and
// work without a network.
import { piecePath } from '../../api/contract/spectralEnvelope.ts';
import { ApiError } from './client.ts';

/** `envelope` is `TrackView.envelope`. Throws `ApiError` with `offline` or `not_found`, or the signal's reason. */
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
