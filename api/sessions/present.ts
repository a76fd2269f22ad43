// Presents a session to its owner: times, browser and system, never its token.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { DeviceView, MoveView } from '../contract/sessions.ts';
import { instant } from '../db/instant.ts';
import type { SessionsTable } from '../db/tables/accounts.ts';
import { readBrowser } from './browser.ts';

/** An id for the owner that reveals neither the token nor its hash. */
export const deviceId = (tokenHash: string): string =>
  createHash('sha256').update(`device ${tokenHash}`).digest('hex').slice(0, 32);

type SessionRow = Pick<Selectable<SessionsTable>, 'token_hash' | 'created_at' | 'last_seen_at' | 'browser'>;

export const presentDevice = (row: SessionRow, ownHash: string): DeviceView => ({
  id: deviceId(row.token_hash),
  ...readBrowser(row.browser),
  createdAt: instant(row.created_at),
  lastSeenAt: instant(row.last_seen_at),
  isThis: row.token_hash === ownHash,
});

export const presentMove = (phrase: string, expiresAt: number): MoveView => ({
  phrase,
  expiresAt: instant(expiresAt),
});

/** For the data export. */
export const exportedSession = (row: Omit<SessionRow, 'token_hash'>) => ({
  createdAt: instant(row.created_at),
  lastSeenAt: instant(row.last_seen_at),
  browser: row.browser,
});
