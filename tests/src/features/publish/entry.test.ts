import { describe, expect, it } from 'vitest';
import { stateOf, toEntry, type WaitingUpload } from '../../../../src/features/publish/entry.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

const upload = (byGuest: boolean) =>
  toEntry({ createdAt: '2026-11-22T11:00:00Z', source: null, byGuest } as WaitingUpload, 'a1');
const guest = (account: string) => ({ account, isGuest: true });
const named = (account: string) => ({ account, isGuest: false });

describe('a pending upload', () => {
  it('of a guest is sent by any guest of this browser, because a killed browser may have lost the session', () => {
    for (const here of [guest('a1'), guest('a2'), guest('')])
      expect(stateOf(upload(true), here, NOW), here.account).toBe('waiting');
  });

  it('is never sent automatically under another account', () => {
    expect(stateOf(upload(true), named('a2'), NOW)).toBe('foreign');
    expect(stateOf(upload(false), named('a2'), NOW)).toBe('foreign');
    expect(stateOf(upload(false), guest('a2'), NOW)).toBe('foreign');
    expect(stateOf(upload(false), named('a1'), NOW)).toBe('waiting');
    expect(stateOf(upload(true), named('a1'), NOW), 'the guest who registered').toBe('waiting');
  });
});
