// Opaque session tokens: 256 random bits for the caller, their SHA-256 for the database.
import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** `__Host-` binds the cookie to this origin, but browsers take it over https only. */
export const cookieName = (secure: boolean) => (secure ? '__Host-aural' : 'aural');

/** What a Cookie header says under a name; undefined when it says nothing. */
export function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at >= 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * The token of a request, from `Authorization: Bearer` or the cookie.
 * `undefined` when none was sent, null when one was sent that cannot be one of ours.
 */
export function presentedToken(
  headers: { cookie: string; authorization: string },
  secure: boolean,
): { token: string | null; viaCookie: boolean } | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization)?.[1]?.trim();
  if (bearer !== undefined) return { token: TOKEN.test(bearer) ? bearer : null, viaCookie: false };
  const value = cookieValue(headers.cookie, cookieName(secure));
  if (value === undefined || value === '') return undefined;
  return { token: TOKEN.test(value) ? value : null, viaCookie: true };
}
