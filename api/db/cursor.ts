// Keyset cursors: the sort value and the id of a page's last row, opaque to callers.
import { ApiError } from '../errors.ts';

export interface Cursor {
  value: number;
  id: string;
}

export const writeCursor = ({ value, id }: Cursor) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** Throws `invalid_body` for anything this server did not write. */
export function readCursor(text: string): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (typeof value === 'number' && typeof id === 'string') return { value, id };
  } catch {
    // Falls through to the refusal below.
  }
  throw new ApiError('invalid_body', 'cursor is not one of ours');
}
