// Keyset cursors: the sort values and the id of a page's last row, opaque to callers.
import { invalid } from '../errors.ts';

export interface Cursor {
  value: number;
  id: string;
  /** Orders rows of the same value, where needed. */
  tie?: number;
}

export const writeCursor = ({ value, id, tie }: Cursor) =>
  Buffer.from(JSON.stringify(tie === undefined ? [value, id] : [value, id, tie])).toString('base64url');

/** Throws `invalid_body` for anything this server did not write. */
export function readCursor(text: string): Cursor {
  try {
    const [value, id, tie] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (typeof value === 'number' && typeof id === 'string') {
      if (tie === undefined) return { value, id };
      if (typeof tie === 'number') return { value, id, tie };
    }
  } catch {
    // Falls through to the refusal below.
  }
  throw invalid('cursor', 'wrong_format', 'cursor is not one of ours');
}
