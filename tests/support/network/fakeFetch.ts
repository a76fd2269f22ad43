// Stands in for `fetch` towards `/upload.php`, for tests of the adapter itself: answers by action, counts calls.
import { vi } from 'vitest';

export type Answer = { status?: number; json?: unknown; text?: string } | 'offline' | 'never';

/** Calls `answers[action]` for every request; other actions are unknown to this server. */
export function fakeFetch(answers: Record<string, () => Answer>) {
  const calls: { action: string; body: unknown; method: string }[] = [];
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const action = new URL(String(input), 'http://test.invalid').searchParams.get('action') ?? '';
    calls.push({
      action,
      method: init.method ?? 'GET',
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    });
    const given = answers[action]?.() ?? {
      status: 404,
      json: { success: false, error: 'Unknown action', code: 'unknown_action' },
    };
    if (given === 'offline') throw new TypeError('Failed to fetch');
    if (given === 'never') return new Promise(() => {});
    return new Response(given.text ?? JSON.stringify(given.json), { status: given.status ?? 200 });
  };
  vi.stubGlobal('fetch', answer);
  return { calls, countOf: (action: string) => calls.filter((each) => each.action === action).length };
}

export const okReply = (data: unknown) => ({ json: { success: true, data } });
