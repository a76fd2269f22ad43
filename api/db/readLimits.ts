// How long a read may take and how many may wait, on either database, and what is answered beyond.
import { ApiError, rateLimited } from '../errors.ts';

/** The slowest permitted query takes a tenth of a second over 50,000 tracks. */
export const DEADLINE_MS = 3000;

/** A query has run into its deadline. */
export const tooSlow = () =>
  new ApiError('busy', 'This takes the server too long', { headers: { 'Retry-After': '10' } });
/** Too much waits: of the caller, or in all. */
export const full = (ofCaller: boolean) =>
  ofCaller
    ? rateLimited(2, 'Too many requests at once')
    : new ApiError('busy', 'The server is busy', { headers: { 'Retry-After': '2' } });
