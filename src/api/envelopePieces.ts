// Pieces of a recording's spectral envelope. Their bytes never change, so a piece this device has is not asked for
// again, and is there without a network, too.
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
