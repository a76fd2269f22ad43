import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_RULES } from '../../../../api/contract/defaultRules.ts';
import type { ReviewFlag } from '../../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../../api/contract/uploads.ts';
import {
  decideAtom,
  decidedCountAtom,
  lastOutcomeAtom,
  queueFailuresAtom,
  sendAllHeldAtom,
  unsentCountAtom,
} from '../../../../src/features/moderation/decisions.ts';
import { flagTexts } from '../../../../src/features/moderation/Flags.tsx';
import { heardOfAtom } from '../../../../src/features/moderation/heard.ts';
import {
  hiddenCountAtom,
  loadQueueAtom,
  queueAtom,
  queueStatusAtom,
  serverTestAtom,
  showsHiddenAtom,
  sortQueueAtom,
  testServerAtom,
} from '../../../../src/features/moderation/list.ts';
import {
  openFullAtom,
  playSamplesAtom,
  seekAtom,
  setRateAtom,
  togglePlayAtom,
} from '../../../../src/features/moderation/listening.ts';
import {
  closeItemAtom,
  decideOpenAtom,
  moveAtom,
  openIdAtom,
  openItemAtom,
  openItemIdAtom,
  undoLastAtom,
} from '../../../../src/features/moderation/opened.ts';
import { moderationPortsAtom } from '../../../../src/features/moderation/ports.ts';
import { previewingAtom, togglePreviewAtom } from '../../../../src/features/moderation/preview.ts';
import { localRowsAtom } from '../../../../src/features/moderation/QueueList.tsx';
import {
  askRejectionAtom,
  chooseRuleAtom,
  confirmAtom,
  questionAtom,
} from '../../../../src/features/moderation/questions.ts';
import { lastApprovalAtom } from '../../../../src/state/approvals.ts';
import { autoApproveAtom, setAutoApproveAtom } from '../../../../src/state/autoApprove.ts';
import { rulesAtom } from '../../../../src/state/rules.ts';
import { lookForUploadsAtom } from '../../../../src/state/waitingUploads.ts';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildPendingUpload, NO_REVIEW } from '../../../support/server/people.ts';

const row = buildPendingUpload;
const hidden = { ...NO_REVIEW, isHidden: true };

function setUp() {
  const store = createStore();
  let rows = [row('a'), row('b'), row('c'), row('a')];
  const answers: Record<string, (body: Record<string, unknown>) => Answer> = {
    getPendingUploads: () => okReply(rows),
    claimUpload: ({ uploadId }) => okReply({ uploadId, until: '2026-11-21T00:00:00Z' }),
    releaseClaim: () => okReply(null),
    approveUpload: () => okReply({}),
    rejectUpload: ({ uploadId }) => okReply({ uploadId }),
    escalateUpload: ({ uploadId }) => okReply({ uploadId }),
    hideUpload: ({ uploadId }) => okReply({ uploadId }),
    getAutoApproveStatus: () => okReply(false),
    getRules: () => okReply(DEFAULT_RULES),
    setAutoApproveStatus: ({ status }) => okReply(status),
  };
  const server = fakeServer(store, answers);
  const playerCalls: string[] = [];
  const parts: [number, number][] = [];
  const place = { seconds: 0 };
  store.set(moderationPortsAtom, {
    openMuffled: (url, options) => ({
      play: () => {
        playerCalls.push(`play ${url}`);
        options?.onPlaying?.(true);
      },
      pause: () => options?.onPlaying?.(false),
      seek: (seconds) => {
        playerCalls.push(`seek ${seconds}`);
        place.seconds = seconds;
      },
      openFull: (on) => playerCalls.push(`full ${on}`),
      setRate: (rate) => playerCalls.push(`rate ${rate}`),
      position: () => place.seconds,
      seconds: () => 30,
      heard: () => parts,
      onEnd: null,
      close: () => playerCalls.push(`close ${url}`),
    }),
  });
  let announced = 0;
  store.sub(lastApprovalAtom, () => {
    announced += 1;
  });
  return {
    store,
    answers,
    playerCalls,
    /** The playback position of every player. */
    place,
    /** The parts that the player reports as played. */
    parts,
    device: server.device,
    ids: () => store.get(queueAtom).map((each) => each.uploadId),
    announced: () => announced,
    setRows: (next: PendingUploadView[]) => {
      rows = next;
    },
    /** Bodies of the calls of `action`. */
    sent: (action: string) => server.calls.filter((each) => each.action === action).map(({ body }) => body),
    calls: server.calls,
  };
}

const UNDO_MS = 10_000;
const NOTHING_HEARD = { way: 'nothing', seconds: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

describe('the queue', () => {
  it('shows each upload once and keeps its rows while offline', async () => {
    const { store, ids, answers } = setUp();
    await store.set(loadQueueAtom);
    expect(ids()).toEqual(['a', 'b', 'c']);
    answers.getPendingUploads = () => 'offline';
    await store.set(loadQueueAtom);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(store.get(queueStatusAtom)).toEqual({ status: 'failed', code: 'offline' });
  });

  it('keeps every row in place, with new rows last, until the user sorts by the server’s order', async () => {
    const { store, ids, setRows } = setUp();
    await store.set(loadQueueAtom);
    setRows([row('new'), row('c'), row('b')]);
    await store.set(loadQueueAtom);
    expect(ids()).toEqual(['b', 'c', 'new']);
    await store.set(sortQueueAtom);
    expect(ids()).toEqual(['new', 'c', 'b']);
  });

  it('omits uploads this moderator has hidden, shows their number, and lists them on demand', async () => {
    const { store, ids, setRows } = setUp();
    setRows([row('a'), row('b', { review: hidden })]);
    await store.set(loadQueueAtom);
    expect([ids(), store.get(hiddenCountAtom)]).toEqual([['a'], 1]);
    store.set(showsHiddenAtom, true);
    expect(ids()).toEqual(['a', 'b']);
  });

  it('shows uploads pending on this device with the server’s rows, without duplicates', async () => {
    const { store, device } = setUp();
    const entry = { lane: 'uploads' as const, action: 'upload', of: null, at: 1, triedAt: null, keeps: [] };
    device.outbox.set('a', { ...entry, id: 'a', body: { title: 'Known to the server' } });
    device.outbox.set('z', { ...entry, id: 'z', body: { title: 'Only here' } });
    await store.set(loadQueueAtom);
    await store.set(lookForUploadsAtom);
    expect(store.get(localRowsAtom)).toEqual([{ uploadId: 'z', title: 'Only here' }]);
  });

  it('shows whether the server answers, and the number of rows', async () => {
    const { store, answers } = setUp();
    await store.set(testServerAtom);
    expect(store.get(serverTestAtom)).toEqual({ status: 'answered', count: 4 });
    answers.getPendingUploads = () => 'offline';
    await store.set(testServerAtom);
    expect(store.get(serverTestAtom)).toEqual({ status: 'failed' });
  });
});

describe('a decision', () => {
  it('is sent once after ten seconds, and updates the feed', async () => {
    const { store, ids, sent, announced } = setUp();
    await store.set(loadQueueAtom);
    expect(store.set(decideAtom, 'a', { kind: 'approve' })).toBe(true);
    expect(store.set(decideAtom, 'a', { kind: 'approve' })).toBe(false);
    expect(ids()).toEqual(['b', 'c']);
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect([sent('approveUpload'), announced()]).toEqual([[], 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent('approveUpload')).toEqual([{ uploadId: 'a', version: 1, heard: NOTHING_HEARD }]);
    expect(announced()).toBe(1);
    expect(store.get(lastOutcomeAtom)).toMatchObject({ kind: 'approve', title: 'a' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent('approveUpload')).toHaveLength(1);
  });

  it('is never sent after undo, and its row returns to its place', async () => {
    const { store, ids, sent, device } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'b');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(decideOpenAtom, { kind: 'approve' });
    expect([ids(), store.get(openIdAtom), store.get(decidedCountAtom)]).toEqual([['a', 'c'], 'c', 1]);
    store.set(undoLastAtom);
    expect([ids(), store.get(openIdAtom), store.get(decidedCountAtom)]).toEqual([['a', 'b', 'c'], 'b', 0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent('approveUpload'), device.outbox.size]).toEqual([[], 0]);
  });

  it('is stored on disk until sent, and is sent with one key when the page closes', async () => {
    const { store, calls, device } = setUp();
    await store.set(loadQueueAtom);
    store.set(decideAtom, 'b', {
      kind: 'reject',
      ruleId: 'honest',
      reason: 'Spam or advertising',
      atSeconds: null,
    });
    await vi.advanceTimersByTimeAsync(0);
    const [kept] = [...device.outbox.values()];
    expect(kept).toMatchObject({ action: 'rejectUpload', body: { uploadId: 'b', version: 1 } });
    store.set(sendAllHeldAtom);
    const send = calls.find(({ action }) => action === 'rejectUpload');
    expect(send?.options).toMatchObject({ idempotencyKey: kept?.id, keepalive: true });
    expect(send?.body).toMatchObject({ reason: 'Spam or advertising' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.filter(({ action }) => action === 'rejectUpload')).toHaveLength(1);
    expect(device.outbox.size).toBe(0);
  });

  it('that a closed page could not send is sent on the next visit, with the same key', async () => {
    const first = setUp();
    await first.store.set(loadQueueAtom);
    first.store.set(decideAtom, 'a', { kind: 'approve' });
    await vi.advanceTimersByTimeAsync(0);
    const [kept] = [...first.device.outbox.values()];
    vi.clearAllTimers();
    const store = createStore();
    const { calls } = fakeServer(store, { approveUpload: () => okReply({}) }, first.device);
    await vi.advanceTimersByTimeAsync(20_000);
    const { flushWritesAtom } = await import('../../../../src/state/outbox.ts');
    await store.set(flushWritesAtom);
    expect(calls).toMatchObject([{ action: 'approveUpload', options: { idempotencyKey: kept?.id } }]);
  });

  it('waits in the outbox while offline', async () => {
    const { store, ids, sent, answers } = setUp();
    await store.set(loadQueueAtom);
    answers.approveUpload = () => 'offline';
    store.set(decideAtom, 'a', { kind: 'approve' });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect([ids(), store.get(unsentCountAtom)]).toEqual([['b', 'c'], 1]);
    answers.approveUpload = () => okReply({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get(unsentCountAtom)).toBe(0);
    expect(new Set(sent('approveUpload').map((body) => body.uploadId))).toEqual(new Set(['a']));
  });

  it.each([
    ['internal', 'approve'],
    ['conflict', 'missing'],
    ['not_found', 'missing'],
    ['version_changed', 'changed'],
    ['claimed', 'claimed'],
  ] as const)('refused with %s restores the row with the reason', async (code, reason) => {
    const { store, ids, answers, announced } = setUp();
    await store.set(loadQueueAtom);
    answers.approveUpload = () => refusedReply(code);
    store.set(decideAtom, 'a', { kind: 'approve' });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(store.get(queueFailuresAtom).get('a')).toBe(reason);
    expect(announced()).toBe(0);
  });

  it('applies to the visible version', async () => {
    const { store, sent, setRows } = setUp();
    await store.set(loadQueueAtom);
    setRows([row('a', { version: 2, title: 'Changed' })]);
    await store.set(loadQueueAtom);
    store.set(decideAtom, 'a', { kind: 'approve' });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent('approveUpload')).toEqual([{ uploadId: 'a', version: 2, heard: NOTHING_HEARD }]);
  });

  it('is refused for an upload outside the list', async () => {
    const { store, calls } = setUp();
    await store.set(loadQueueAtom);
    expect(store.set(decideAtom, 'zzz', { kind: 'approve' })).toBe(false);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(calls.map(({ action }) => action)).toEqual(['getPendingUploads']);
    expect(store.get(queueFailuresAtom).get('zzz')).toBe('missing');
  });
});

describe('the open item', () => {
  it('is claimed on opening, renewed while open, and released on leaving', async () => {
    const { store, sent } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(openItemAtom)?.claim).toBe('mine');
    await vi.advanceTimersByTimeAsync(100_000);
    expect(sent('claimUpload').length).toBeGreaterThan(2);
    store.set(moveAtom, 1);
    expect(sent('releaseClaim')).toEqual([{ uploadId: 'a' }]);
    store.set(closeItemAtom);
    expect(sent('releaseClaim')).toEqual([{ uploadId: 'a' }, { uploadId: 'b' }]);
  });

  it('cannot be decided while another moderator has claimed it; the next free item opens', async () => {
    const { store, answers, sent, setRows } = setUp();
    const claim = { username: 'Lena', isMine: false, until: '' };
    const taken = { ...NO_REVIEW, claim };
    setRows([row('a'), row('b', { review: taken }), row('c')]);
    await store.set(loadQueueAtom);
    answers.claimUpload = ({ uploadId }) => (uploadId === 'b' ? refusedReply('claimed') : okReply({}));
    store.set(openItemIdAtom, 'b');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.get(openItemAtom)?.claim).toBe('taken');
    store.set(decideOpenAtom, { kind: 'approve' });
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(decideOpenAtom, { kind: 'approve' });
    expect(store.get(openIdAtom)).toBe('c');
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent('approveUpload').map(({ uploadId }) => uploadId)).toEqual(['a']);
  });

  it('neither claims nor decides the moderator’s own upload, and opens another one next', async () => {
    const { store, sent, setRows } = setUp();
    const own = { ...NO_REVIEW, isOwnCase: true };
    setRows([row('a'), row('b', { review: own }), row('c')]);
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'b');
    await vi.advanceTimersByTimeAsync(100_000);
    expect(store.get(openItemAtom)?.claim).toBe('own');
    store.set(decideOpenAtom, { kind: 'approve' });
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(decideOpenAtom, { kind: 'approve' });
    expect(store.get(openIdAtom)).toBe('c');
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent('claimUpload')).not.toContainEqual({ uploadId: 'b' });
    expect(sent('approveUpload').map(({ uploadId }) => uploadId)).toEqual(['a']);
  });

  it('keeps its claim during the undo time', async () => {
    const { store, sent } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(decideOpenAtom, { kind: 'approve' });
    expect(sent('releaseClaim')).toEqual([]);
  });

  it('ignores a second press meant for the previous item', async () => {
    const { store, ids } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(decideOpenAtom, { kind: 'approve' });
    store.set(decideOpenAtom, { kind: 'approve' });
    expect(ids()).toEqual(['b', 'c']);
  });

  it('that another moderator decided stays on the screen as gone', async () => {
    const { store, setRows } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(0);
    setRows([row('b')]);
    await store.set(loadQueueAtom);
    expect(store.get(openItemAtom)).toMatchObject({ claim: 'gone', row: { title: 'a' } });
  });

  it('is rejected with the rule of a digit and a custom text', async () => {
    const { store, sent } = setUp();
    store.sub(rulesAtom, () => undefined);
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(chooseRuleAtom, 5);
    store.set(chooseRuleAtom, 99);
    expect(store.get(questionAtom)).toMatchObject({ kind: 'reject', ruleId: 'honest' });
    store.set(confirmAtom);
    await vi.advanceTimersByTimeAsync(1000);
    store.set(questionAtom, { kind: 'reject', ruleId: 'other', own: ' Mine ', from: '' });
    store.set(chooseRuleAtom, 0);
    store.set(confirmAtom);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent('rejectUpload').map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ['honest', ''],
      ['adults', 'Mine'],
    ]);
  });

  it('without a choice names the rule “other”, so that the server states the specified reason', async () => {
    const { store, sent } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    store.set(askRejectionAtom);
    store.set(confirmAtom);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent('rejectUpload')).toMatchObject([{ ruleId: 'other', reason: '' }]);
  });

  const asked = async (change: Partial<PendingUploadView> = {}) => {
    const room = setUp();
    const { store, parts, place, setRows, sent } = room;
    setRows([row('a', change), row('b')]);
    store.sub(rulesAtom, () => undefined);
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    const from = () => {
      const question = store.get(questionAtom);
      return question?.kind === 'reject' ? question.from : null;
    };
    const type = (text: string) =>
      store.set(questionAtom, { kind: 'reject', ruleId: 'other', own: '', from: text });
    const moments = async () => {
      await vi.advanceTimersByTimeAsync(UNDO_MS);
      return sent('rejectUpload').map(({ atSeconds }) => atSeconds);
    };
    return { store, parts, place, from, type, moments };
  };

  it('is rejected with the moment at which the player stopped, in whole seconds', async () => {
    const { store, parts, place, from, moments } = await asked();
    store.set(chooseRuleAtom, 5);
    expect(from()).toBe('');
    store.set(questionAtom, null);
    parts.push([0, 12.9]);
    place.seconds = 12.9;
    store.set(chooseRuleAtom, 5);
    expect(from()).toBe('0:12');
    place.seconds = 20;
    store.set(chooseRuleAtom, 0);
    expect(from()).toBe('0:12');
    store.set(confirmAtom);
    expect(await moments()).toEqual([12]);
  });

  it('is rejected without a moment when its player has ended, or when the field was cleared', async () => {
    const { store, parts, place, from, type, moments } = await asked();
    parts.push([0, 30]);
    place.seconds = 30;
    store.set(askRejectionAtom);
    expect(from()).toBe('');
    type('  ');
    store.set(confirmAtom);
    expect(await moments()).toEqual([undefined]);
  });

  it('is not rejected with a moment outside the recording', async () => {
    const { store, type, moments } = await asked();
    for (const text of ['0:31', 'later', '1:']) {
      type(text);
      store.set(confirmAtom);
      expect(store.get(questionAtom), text).not.toBeNull();
    }
    type('0:30');
    store.set(confirmAtom);
    expect(await moments()).toEqual([30]);
  });

  it('that is an edit is rejected without a moment', async () => {
    const { store, parts, place, from } = await asked({ flags: ['edit'] });
    parts.push([0, 12]);
    place.seconds = 12;
    store.set(askRejectionAtom);
    expect(from()).toBe('');
  });

  it('leaves its question behind when another item opens', async () => {
    const { store, from } = await asked();
    store.set(askRejectionAtom);
    store.set(moveAtom, 1);
    expect(store.get(questionAtom)).toBeNull();
    expect(from()).toBeNull();
  });

  it('is silent when opened, plays on request, in full on request, and stops on leaving', async () => {
    const { store, playerCalls } = setUp();
    await store.set(loadQueueAtom);
    store.set(openItemIdAtom, 'a');
    expect(playerCalls).toEqual(['rate 1']);
    store.set(setRateAtom, 1.5);
    store.set(togglePlayAtom);
    store.set(openFullAtom, true);
    store.set(openFullAtom, true);
    store.set(openFullAtom, false);
    store.set(moveAtom, 1);
    expect(playerCalls).toEqual([
      'rate 1',
      'rate 1.5',
      'play /audio/a.mp3',
      'full true',
      'full false',
      'close /audio/a.mp3',
      'rate 1.5',
    ]);
  });
});

describe('the playback recorded with a decision', () => {
  const SAMPLES = [
    { start: 0, seconds: 2 },
    { start: 20, seconds: 2 },
  ];
  const heardOf = (bodies: readonly Record<string, unknown>[]) => bodies.map(({ heard }) => heard);
  async function opened() {
    const room = setUp();
    await room.store.set(loadQueueAtom);
    room.store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    return room;
  }

  it('is "sampled" after only the samples (row 48)', async () => {
    const { store, parts, sent } = await opened();
    store.set(playSamplesAtom, SAMPLES);
    parts.push([0, 2.04], [20, 22.04]);
    store.set(decideOpenAtom, { kind: 'escalate', note: '' });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(heardOf(sent('escalateUpload'))).toEqual([{ way: 'sampled', seconds: 4.1 }]);
  });

  it('is "listened" after more, counting each part once, even with other items in between (row 48)', async () => {
    const { store, parts, sent } = await opened();
    store.set(playSamplesAtom, SAMPLES);
    store.set(seekAtom, 10);
    parts.push([0, 2], [10, 16]);
    store.set(openItemIdAtom, 'b');
    parts.length = 0;
    store.set(openItemIdAtom, 'a');
    await vi.advanceTimersByTimeAsync(1000);
    parts.push([1, 4]);
    store.set(decideOpenAtom, { kind: 'reject', ruleId: 'other', reason: '', atSeconds: null });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(heardOf(sent('rejectUpload'))).toEqual([{ way: 'listened', seconds: 10 }]);
  });

  it('includes the quick preview of the list (row 48)', async () => {
    const { store, parts, sent } = await opened();
    store.set(togglePreviewAtom, { uploadId: 'b', url: '/b', samples: [] });
    parts.push([0, 9.5]);
    store.set(togglePreviewAtom, { uploadId: 'b', url: '/b', samples: [] });
    parts.length = 0;
    store.set(decideAtom, 'b', { kind: 'approve' });
    store.set(decideAtom, 'c', { kind: 'approve' });
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(heardOf(sent('approveUpload'))).toEqual([{ way: 'listened', seconds: 9.5 }, NOTHING_HEARD]);
  });
});

describe('the mode', () => {
  it('reverts when the server cannot be reached', async () => {
    const { store, answers } = setUp();
    store.sub(autoApproveAtom, () => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'known', on: false });
    await store.set(setAutoApproveAtom, true);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'known', on: true });
    answers.setAutoApproveStatus = () => 'offline';
    await store.set(setAutoApproveAtom, false);
    expect(store.get(autoApproveAtom)).toEqual({ status: 'failed', on: true });
  });
});

describe('a preview', () => {
  it('closes after ten seconds, and before another one starts (row 48)', async () => {
    const { store, playerCalls } = setUp();
    store.set(togglePreviewAtom, { uploadId: 'a', url: '/a', samples: [] });
    expect(store.get(previewingAtom)).toBe('a');
    store.set(togglePreviewAtom, { uploadId: 'b', url: '/b', samples: [] });
    expect(playerCalls).toContain('close /a');
    await vi.advanceTimersByTimeAsync(9999);
    expect(store.get(previewingAtom)).toBe('b');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get(previewingAtom)).toBeNull();
    expect(playerCalls).toContain('close /b');
    expect(playerCalls.filter((each) => each.startsWith('full'))).toEqual([]);
  });

  it('plays the server’s samples and records them as heard (row 48)', async () => {
    const { store, playerCalls, parts, place } = setUp();
    const samples = [
      { start: 3, seconds: 2 },
      { start: 20, seconds: 2 },
    ];
    store.set(togglePreviewAtom, { uploadId: 'a', url: '/a', samples });
    expect(playerCalls).toEqual(['play /a', 'seek 3']);
    place.seconds = 5.1;
    await vi.advanceTimersByTimeAsync(100);
    expect(playerCalls.at(-1)).toBe('seek 20');
    parts.push([3, 5], [20, 22]);
    place.seconds = 22;
    await vi.advanceTimersByTimeAsync(100);
    expect(store.get(previewingAtom)).toBeNull();
    expect(playerCalls.at(-1)).toBe('close /a');
    expect(store.get(heardOfAtom)('a')).toEqual({ way: 'sampled', seconds: 4 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(playerCalls.filter((each) => each.startsWith('seek'))).toHaveLength(2);
  });

  it('stops on a second press', () => {
    const { store } = setUp();
    store.set(togglePreviewAtom, { uploadId: 'a', url: '/a', samples: [] });
    store.set(togglePreviewAtom, { uploadId: 'a', url: '/a', samples: [] });
    expect(store.get(previewingAtom)).toBeNull();
  });
});

describe('flags', () => {
  it('describe the server’s flags and unusual numbers in words', () => {
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
