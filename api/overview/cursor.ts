// Where a page of a table ends: what its last row is sorted by, and its id.
import { invalid } from '../errors.ts';

export interface Place {
  value: string | number;
  id: string | number;
}

export const writePlace = ({ value, id }: Place): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

const isKey = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number';

/** Throws `invalid_body` for anything this server did not write. */
export function readPlace(text: string): Place {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (isKey(value) && isKey(id)) return { value, id };
  } catch {
    // Falls through to the refusal below.
  }
  throw invalid('cursor', 'wrong_format', 'cursor is not one of ours');
}
