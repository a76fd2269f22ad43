// The last look before a row names a blob.
import { ApiError } from '../errors.ts';
import type { BlobStore } from './blobs.ts';

/**
 * Throws `store_unreachable` unless the store itself says that it holds all `size` bytes: a row without them would be worse
 * than an upload that is sent again.
 */
export async function assertHeld(blobs: Pick<BlobStore, 'stat'>, name: string, size: number): Promise<void> {
  if ((await blobs.stat(name))?.size !== size)
    throw new ApiError('store_unreachable', 'The audio store does not hold what it took');
}
