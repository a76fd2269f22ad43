import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/client.ts';
import { UploadError } from '../../../../src/api/upload.ts';
import { failureOf, isOutOfReach, limitEnd } from '../../../../src/features/publish/failure.ts';
import {
  limitSentence,
  publishSentence,
  sentenceText,
  waitsFor,
} from '../../../../src/features/publish/sentences.ts';

const at = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2026, 10, day, hour, minute, second).getTime();

describe('a limit that the server names', () => {
  it('is stored as its end time, for both ways of sending', () => {
    const refusals = [
      new UploadError('refused', 429, 'rate_limited', '', null, 1800),
      new ApiError('rate_limited', 429, '', null, 1800),
    ];
    for (const refusal of refusals) {
      const before = Date.now();
      const end = limitEnd(failureOf(refusal));
      expect(end).toBeGreaterThanOrEqual(before + 1_800_000);
      expect(end).toBeLessThanOrEqual(Date.now() + 1_800_000);
    }
    expect(limitEnd(failureOf(new ApiError('rate_limited', 429, '')))).toBe(0);
    expect(limitEnd(failureOf(new ApiError('busy', 503, '', null, 10)))).toBe(0);
  });

  it('does not hold when the clock was ahead as it was stored', () => {
    const hour = 3_600_000;
    const endsIn = (ms: number) => limitEnd({ kind: 'call', code: 'rate_limited', until: Date.now() + ms });
    expect(endsIn(23 * hour)).toBeGreaterThan(Date.now());
    expect(endsIn(30 * 24 * hour)).toBe(0);
  });

  it('shows the time, never a minute early, with the day across midnight', () => {
    const say = (end: number, now: number, goes?: boolean) => sentenceText(limitSentence(end, now, goes));
    expect(say(at(26, 14, 19, 30), at(26, 14, 0))).toBe('Upload limit reached. Publish again at 14:20.');
    expect(say(at(27, 1, 0), at(26, 23, 50))).toBe('Upload limit reached. Publish again on Friday at 01:00.');
    expect(say(at(26, 23, 59, 30), at(26, 23, 50))).toContain('on Friday at 00:00');
    expect(say(at(26, 14, 20), at(26, 14, 0), true)).toBe('Upload limit reached. We’ll send it at 14:20.');
  });

  it('is shown on the form and on the pending upload until it ends', () => {
    const failure = failureOf(new ApiError('rate_limited', 429, '', null, 1800));
    expect(sentenceText(publishSentence(failure))).toMatch(/^Upload limit reached\. Publish again /);
    expect(waitsFor(failure)).toMatch(/^Upload limit reached\. We’ll send it /);
    expect(waitsFor({ kind: 'call', code: 'rate_limited', until: Date.now() - 1 })).toBeNull();
  });
});

describe('a network that asks for a sign-in', () => {
  it('counts as unreachable, and the pending upload shows the reason', () => {
    const error = new UploadError('html', 200, 'captive_portal', '<html>');
    expect(isOutOfReach(error)).toBe(true);
    expect(isOutOfReach(new ApiError('captive_portal', 200, '<html>'))).toBe(true);
    expect(waitsFor(failureOf(error))).toMatch(/^This network asks you to sign in first\./);
  });
});
