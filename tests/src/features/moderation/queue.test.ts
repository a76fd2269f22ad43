import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewFlag } from '../../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../../api/contract/uploads.ts';
import { ApiError } from '../../../../src/api/client.ts';
import {
  approveUploadAtom,
  lastOutcomeAtom,
  loadQueueAtom,
  queueAtom,
  queueDecisionsAtom,
  queueStatusAtom,
  rejectUploadAtom,
} from '../../../../src/features/moderation/atoms.ts';
import { flagTexts } from '../../../../src/features/moderation/flags.ts';
import { type ModerationPorts, moderationPortsAtom } from '../../../../src/features/moderation/ports.ts';
import { previewingAtom, togglePreviewAtom } from '../../../../src/features/moderation/preview.ts';
import { lastApprovalAtom } from '../../../../src/state/approvals.ts';
import { autoApproveAtom, setAutoApproveAtom } from '../../../../src/state/autoApprove.ts';
import { type StatePorts, statePortsAtom } from '../../../../src/state/ports.ts';

const row = (uploadId: string, change: Partial<PendingUploadView> = {}): PendingUploadView => ({
  uploadId,
  version: 1,
  filename: 'x.mp3',
  originalName: 'x.mp3',
  size: 1,
  mimeType: 'audio/mpeg',
  url: `/audio/${uploadId}.mp3`,
  title: uploadId,
  description: '',
  gender: 'Diverse',
  tags: [],
  transcript: '',
  uploadedAt: '2026-11-21T00:00:00Z',
  status: 'pending_review',
  reason: '',
  flags: [],
  duplicateCount: 0,
  userId: 'a',
  username: 'anon',
  duration: 30,
  face: '',
  lufs: null,
  source: 'server',
  review: null,
  ...change,
});

function setUp() {
  const store = createStore();
  const sent: { name: string; body: unknown }[] = [];
  let rows = [row('a'), row('b'), row('a')];
  let fail: ApiError | null = null;
  let announced = 0;
  const stops: string[] = [];
  const answer = async (name: string, body: unknown): Promise<{ data: unknown }> => {
    sent.push({ name, body });
    if (fail) throw fail;
    if (name === 'getPendingUploads') return { data: rows };
    if (name === 'setAutoApproveStatus') return { data: (body as { status: boolean }).status };
    return { data: name === 'getAutoApproveStatus' ? false : {} };
  };
  const ports: ModerationPorts = {
    startPreview: ({ url }) => ({ position: () => 0, stop: () => stops.push(url) }),
  };
  store.set(moderationPortsAtom, ports);
  store.set(statePortsAtom, {
    ...store.get(statePortsAtom),
    read: answer as StatePorts['read'],
    write: answer as StatePorts['write'],
  });
  store.sub(lastApprovalAtom, () => {
    announced += 1;
  });
  const ids = () => store.get(queueAtom).map((each) => each.uploadId);
  return {
    store,
    sent,
    stops,
    ids,
    announced: () => announced,
    setRows: (next: PendingUploadView[]) => {
      rows = next;
    },
    setFailure: (error: ApiError | null) => {
      fail = error;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the queue', () => {
  it('shows each upload once and keeps its rows when the server is away', async () => {
    const { store, ids, setFailure } = setUp();
    await store.set(loadQueueAtom);
    expect(ids()).toEqual(['a', 'b']);
    setFailure(new ApiError('offline', 0, ''));
    await store.set(loadQueueAtom);
    expect(ids()).toEqual(['a', 'b']);
    expect(store.get(queueStatusAtom)).toEqual({ status: 'failed', code: 'offline' });
  });

  it('lets a row go only when the server approved it, and tells the feed', async () => {
    const { store, ids, announced, setFailure } = setUp();
    await store.set(loadQueueAtom);
    setFailure(new ApiError('internal', 500, ''));
    await store.set(approveUploadAtom, 'a');
    expect(ids()).toEqual(['a', 'b']);
    expect(store.get(queueDecisionsAtom).get('a')).toEqual({ phase: 'failed', reason: 'approve' });
    expect(announced()).toBe(0);
    setFailure(null);
    await store.set(approveUploadAtom, 'a');
    expect(ids()).toEqual(['b']);
    expect(announced()).toBe(1);
    expect(store.get(lastOutcomeAtom)).toMatchObject({ kind: 'approved', title: 'a' });
  });

  it('sends the reason of a rejection and does not tell the feed', async () => {
    const { store, sent, ids, announced } = setUp();
    await store.set(loadQueueAtom);
    await store.set(rejectUploadAtom, 'b', 'Spam or advertising');
    expect(sent.at(-1)).toEqual({
      name: 'rejectUpload',
      body: { uploadId: 'b', version: 1, reason: 'Spam or advertising' },
    });
    expect(ids()).toEqual(['a']);
    expect(announced()).toBe(0);
  });

  it('decides about the version it shows, and shows fresh words before another decision', async () => {
    const { store, sent, ids, announced, setFailure, setRows } = setUp();
    await store.set(loadQueueAtom);
    setRows([row('a', { version: 2, title: 'Changed', description: 'Unseen' }), row('b')]);
    for (const [decide, name] of [
      [() => store.set(approveUploadAtom, 'a'), 'approveUpload'],
      [() => store.set(rejectUploadAtom, 'a', 'Spam or advertising'), 'rejectUpload'],
    ] as const) {
      setFailure(new ApiError('version_changed', 409, ''));
      await decide();
      const decision = sent.find((call) => call.name === name);
      expect(decision?.body).toMatchObject({ uploadId: 'a', version: 1 });
      expect(sent.at(-1)?.name).toBe('getPendingUploads');
      expect(store.get(queueDecisionsAtom).get('a')).toEqual({ phase: 'failed', reason: 'changed' });
    }
    expect(ids()).toEqual(['a', 'b']);
    setFailure(null);
    await store.set(loadQueueAtom);
    expect(store.get(queueAtom)[0]).toMatchObject({ title: 'Changed', description: 'Unseen', version: 2 });
    await store.set(approveUploadAtom, 'a');
    expect(sent.at(-1)).toEqual({ name: 'approveUpload', body: { uploadId: 'a', version: 2 } });
    expect([ids(), announced()]).toEqual([['b'], 1]);
    expect(store.get(queueDecisionsAtom).has('a')).toBe(false);
  });

  it('says so when a look round finds other words under the same row', async () => {
    const { store, setRows } = setUp();
    await store.set(loadQueueAtom);
    setRows([row('a', { version: 2, title: 'Changed' }), row('b')]);
    await store.set(loadQueueAtom);
    expect(store.get(queueDecisionsAtom).get('a')).toEqual({ phase: 'failed', reason: 'changed' });
    expect(store.get(queueDecisionsAtom).has('b')).toBe(false);
  });

  it('processes nothing that is not in the list', async () => {
    const { store, sent } = setUp();
    await store.set(loadQueueAtom);
    await store.set(approveUploadAtom, 'zzz');
    expect(sent).toHaveLength(1);
    expect(store.get(queueDecisionsAtom).get('zzz')).toEqual({ phase: 'failed', reason: 'missing' });
  });

  it('sends one decision for a double press', async () => {
    const { store, sent } = setUp();
    await store.set(loadQueueAtom);
    await Promise.all([store.set(approveUploadAtom, 'a'), store.set(approveUploadAtom, 'a')]);
    expect(sent.filter(({ name }) => name === 'approveUpload')).toHaveLength(1);
  });
});

describe('the mode', () => {
  it('goes back when the server did not take it', async () => {
    const { store, setFailure } = setUp();
    store.sub(autoApproveAtom, () => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'known', on: false });
    await store.set(setAutoApproveAtom, true);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'known', on: true });
    setFailure(new ApiError('offline', 0, ''));
    await store.set(setAutoApproveAtom, false);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'failed', on: true });
  });
});

describe('a preview', () => {
  it('closes by itself after ten seconds, and before another one starts', async () => {
    const { store, stops } = setUp();
    store.set(togglePreviewAtom, 'a', '/a');
    expect(store.get(previewingAtom)).toBe('a');
    store.set(togglePreviewAtom, 'b', '/b');
    expect(stops).toEqual(['/a']);
    await vi.advanceTimersByTimeAsync(9999);
    expect(store.get(previewingAtom)).toBe('b');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get(previewingAtom)).toBeNull();
    expect(stops).toEqual(['/a', '/b']);
  });

  it('stops on a second press', () => {
    const { store } = setUp();
    store.set(togglePreviewAtom, 'a', '/a');
    store.set(togglePreviewAtom, 'a', '/a');
    expect(store.get(previewingAtom)).toBeNull();
  });
});

describe('flags', () => {
  it('say in words what the server and the numbers know', () => {
    expect(flagTexts(row('a', { flags: ['frequency', 'short'], duration: 3, duplicateCount: 2 }))).toEqual([
      'Shorter than 5 s',
      'Same file 3 times',
      'Many uploads in a short time',
    ]);
    expect(flagTexts(row('a', { flags: ['something_new' as ReviewFlag], duration: 1300 }))).toEqual([
      'Longer than 20 min',
      'something new',
    ]);
    expect(flagTexts(row('a'))).toEqual([]);
  });
});
