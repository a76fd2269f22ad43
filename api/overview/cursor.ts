// Where a page of a table ends: what its last row is sorted by, the id last.
import { invalid } from '../errors.ts';

export type Place = readonly (string | number)[];

export const writePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

const isKey = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number';

/** Whether it ends a page of rows that `length` values sort. */
export function isPlaceOf(text: string, length: number): boolean {
  try {
    return readPlace(text, length).length === length;
  } catch {
    return false;
  }
}

/** Throws `invalid_body` for anything but `length` values this server wrote. */
export function readPlace(text: string, length: number): Place {
  try {
    const place = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    if (Array.isArray(place) && place.length === length && place.every(isKey)) return place;
  } catch {
    // Falls through to the refusal below.
  }
  throw invalid('cursor', 'wrong_format', 'cursor is not one of ours');
}
