import { describe, expect, it } from 'vitest';
import { readUploadReply, UploadError } from '../../../src/api/upload.ts';

const reply = {
  success: true,
  requiresReview: true,
  data: { uploadId: 'u1', trackId: null, autoApproved: false },
};

const answer = (status: number, text: string, headers: Record<string, string> = {}) => ({
  status,
  text,
  header: (name: string) => headers[name] ?? null,
});

function failure(status: number, text: string, headers?: Record<string, string>): UploadError {
  try {
    readUploadReply(answer(status, text, headers));
  } catch (error) {
    if (error instanceof UploadError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the response to an upload', () => {
  it('contains the reply on success', () => {
    expect(readUploadReply(answer(201, JSON.stringify(reply)))).toEqual(reply);
  });

  it('contains the server’s sentence and code when it refuses', () => {
    const error = failure(409, JSON.stringify({ success: false, error: 'used', code: 'cap_token_used' }));
    expect(error).toMatchObject({ kind: 'refused', status: 409, code: 'cap_token_used', detail: 'used' });
  });

  it('names the field of a 422', () => {
    const at = { field: 'title', issue: 'too_short' };
    const refusal = { success: false, error: 'title must …', code: 'invalid_body', ...at };
    expect(failure(422, JSON.stringify(refusal))).toMatchObject({ code: 'invalid_body', at });
    expect(failure(409, JSON.stringify({ success: false, error: 'x', code: 'conflict' })).at).toBeNull();
  });

  it.each([
    [502, '<!DOCTYPE html><html><h1>Bad gateway</h1>', 'html'],
    [500, '  <html lang="en">', 'html'],
    [500, 'Internal Server Error', 'failed'],
    [200, '<html></html>', 'html'],
    [200, '<!-- portal -->\n<HEAD><script>', 'html'],
    [511, '<!doctype html>', 'html'],
    [200, 'ok', 'invalid_json'],
    [200, '{"success":true}', 'invalid_json'],
    [200, '{"success":true,"data":{}}', 'invalid_json'],
    [500, '{"error":"Kaputt"}', 'refused'],
    [403, '{"success":false,"error":"Kaputt"}', 'refused'],
    [500, '{"success":false}', 'failed'],
    [0, '', 'unreachable'],
  ])('%i %j is %s', (status, text, kind) => {
    expect(failure(status, text).kind).toBe(kind);
  });

  it('distinguishes a network’s sign-in page from a failed proxy', () => {
    expect(failure(200, '<!doctype html><title>Hotel</title>').code).toBe('captive_portal');
    expect(failure(502, '<!doctype html><title>502</title>').code).toBeNull();
  });

  it('includes the server’s retry time', () => {
    const refusal = JSON.stringify({ success: false, error: 'x', code: 'rate_limited' });
    expect(failure(429, refusal, { 'Retry-After': '1800' }).retryAfterSeconds).toBe(1800);
    expect(failure(429, refusal).retryAfterSeconds).toBeNull();
  });

  it('contains only the text of a JSON error without a code', () => {
    expect(failure(500, '{"success":false,"error":"Kaputt"}')).toMatchObject({
      code: null,
      detail: 'Kaputt',
    });
  });

  it('contains at most 120 characters of an unreadable reply', () => {
    expect(failure(500, 'x'.repeat(5000)).detail).toHaveLength(120);
  });
});
