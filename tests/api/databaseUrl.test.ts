// Database URLs with one or several hosts, and the parts that must never be shown.
import { expect, test } from 'vitest';
import { nameOf, readDatabaseUrl, urlsOfHosts } from '../../api/databaseUrl.ts';
import { readEnv } from '../../api/env.ts';

test('a URL with several hosts becomes one URL per host, with the same user, database and settings', () => {
  expect(urlsOfHosts('postgres://me:p%40ss@one:5432,two,[::1]:7/aural?sslmode=require')).toEqual([
    'postgres://me:p%40ss@one:5432/aural?sslmode=require',
    'postgres://me:p%40ss@two/aural?sslmode=require',
    'postgres://me:p%40ss@[::1]:7/aural?sslmode=require',
  ]);
  expect(urlsOfHosts('postgres:///aural?host=/var/run')).toEqual(['postgres:///aural?host=/var/run']);
});

test('the displayed URL has no password and no settings', () => {
  const place = readDatabaseUrl('postgresql://me:secret@one,two:5433/aural?sslpassword=other');
  expect(nameOf(place)).toBe('postgres://one,two:5433/aural');
});

test.each([
  ['postgres://one,/aural', /must name its hosts/],
  ['postgres://one:1:2,two/aural', /must name its hosts/],
  ['postgres://one,two/aural?target_session_attrs=prefer-standby', /must be read-write or primary/],
])('refuses %s with a message', (text, message) => {
  expect(() => readEnv({ DATABASE_URL: text })).toThrow(message);
});

test.each(['@', '/', '?', '#'])('refuses a password with an unescaped %s and does not show it', (sign) => {
  const message = (() => {
    try {
      return nameOf(readDatabaseUrl(`postgres://me:sec${sign}ret@one:5432/aural`));
    } catch (error) {
      return String(error);
    }
  })();
  expect(message).toContain('write @ as %40');
  expect(message).not.toMatch(/sec|ret/);
  const escaped = `postgres://me:sec${encodeURIComponent(sign)}ret@/aural?host=/run`;
  expect(nameOf(readDatabaseUrl(escaped))).toBe('postgres:///aural');
});

test('other processes can inspect uploads only with PostgreSQL', () => {
  expect(() => readEnv({ INSPECTION: 'elsewhere' })).toThrow(/INSPECTION only works with PostgreSQL/);
  expect(readEnv({ INSPECTION: 'only', DATABASE_URL: 'postgres://one,two/aural' }).inspection).toBe('only');
});
