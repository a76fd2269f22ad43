import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadReply } from '../../../../api/contract/uploads.ts';
import type { ApiError } from '../../../../src/api/client.ts';
import { NoTransfersError, type TransferRequest } from '../../../../src/api/transfer.ts';
import { UploadError, type UploadRequest } from '../../../../src/api/upload.ts';
import type { Dsp } from '../../../../src/dsp/client.ts';
import { DspError } from '../../../../src/dsp/errors.ts';
import type { Inspection } from '../../../../src/dsp/protocol.ts';
import {
  alreadyPreparingAtom,
  canPublishAtom,
  pausePublishAtom,
  publishAtom,
  publishNowAtom,
  resetPublishAtom,
} from '../../../../src/features/publish/atoms.ts';
import type { WaitingUpload } from '../../../../src/features/publish/entry.ts';
import {
  canTrimAtom,
  chooseShareFileAtom,
  cleanFileAtom,
  loadShareFileAtom,
  shareFileAtom,
  trimFirstAtom,
} from '../../../../src/features/publish/file.ts';
import {
  changeFormAtom,
  leaveFormAtom,
  restoreFormAtom,
  resubmitAtom,
  shareFormAtom,
} from '../../../../src/features/publish/form.ts';
import { flushOutboxAtom, outboxAtom } from '../../../../src/features/publish/outbox.ts';
import {
  editUploadAtom,
  finishRemovalAtom,
  pauseUploadAtom,
  removeUploadAtom,
  sendUploadNowAtom,
  undoRemovalAtom,
} from '../../../../src/features/publish/outboxActions.ts';
import { cleaningAtom, stopCleaningAtom } from '../../../../src/features/publish/outgoing.ts';
import { type PublishPorts, publishPortsAtom } from '../../../../src/features/publish/ports.ts';
import { replacedAtom, stopReplacingAtom } from '../../../../src/features/publish/replacing.ts';
import { fileSentence, publishSentence, sentenceText } from '../../../../src/features/publish/sentences.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { packNonces, prepareTicketAtom, ticketAtom } from '../../../../src/state/ticket.ts';
import type { RecordingData, ReplacedRecording, UploadFile } from '../../../../src/storage/handoff.ts';
import type { OutboxEntry } from '../../../../src/storage/outbox.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { fakeServer, okReply } from '../../../support/server/fakeServer.ts';

const BYTES = new Blob(['ID3 something that is long enough'], { type: 'audio/mpeg' });
const REFERENCE = 'idb:file/f1';

const reply: UploadReply = {
  success: true,
  requiresReview: true,
  data: {
    autoApproved: false,
    uploadId: 'u1',
    trackId: null,
    filename: 'x.mp3',
    originalName: 'a.mp3',
    url: '/audio/x.mp3',
    size: BYTES.size,
    mimeType: 'audio/mpeg',
    uploadedAt: '2026-11-21T00:00:00Z',
    reason: null,
    flags: [],
    estimatedMinutes: null,
    receipt: { sha256: 'a'.repeat(64), removed: [] },
  },
};

const facts: Inspection = {
  container: 'mp3',
  codec: 'mp3',
  channels: 1,
  sampleRate: 44_100,
  frames: 441_000,
  seconds: 10,
  metadata: [],
  damage: [],
  video: false,
};

/** Above 5 MB: sent in pieces. */
const LARGE = new Blob([new Uint8Array(6 * 1024 * 1024)], { type: 'audio/mpeg' });

const ACCOUNT = { id: 'acc', username: 'anon_1', role: 'guest', isGuest: true, createdAt: '' };

function setUp({ blob = BYTES, knowsTransfers = true, isKnown = true } = {}) {
  const store = createStore();
  let challenges = 0;
  let me = isKnown ? ACCOUNT : null;
  const online: Parameters<typeof fakeServer>[1] = {
    me: () => okReply(me),
    returnAsGuest: () => {
      me = { ...ACCOUNT, id: 'g1' };
      return okReply(me);
    },
    getPowChallenge: () => {
      challenges += 1;
      return okReply({
        challenge: `c${challenges}`,
        difficulty: 1,
        puzzles: 4,
        bits: 15,
        expiresAt: new Date(Date.now() + 300_000).toISOString(),
      });
    },
  };
  const server = fakeServer(store, online);
  const { outbox } = server.device;
  const notes = new Map<string, unknown>();
  const session: {
    upload: UploadFile | null;
    recording: RecordingData | null;
    replaced: ReplacedRecording | null;
  } = {
    upload: { name: 'a.mp3', type: 'audio/mpeg', size: blob.size, data: REFERENCE },
    recording: null,
    replaced: null,
  };
  const requests: UploadRequest[] = [];
  const signals: AbortSignal[] = [];
  const transfers: TransferRequest[] = [];
  const edits = new Map<string, object>();
  const removed: string[] = [];
  const counted: [number, string | null][] = [];
  const answers: (() => Promise<UploadReply>)[] = [];
  const watching = new Set<() => void>();
  let noRoom = false;
  const solve = vi.fn(async (_challenge: string, puzzles: number, _bits: number, nonces: number[]) => ({
    nonces: [...nonces, ...Array.from({ length: puzzles - nonces.length }, (_, index) => index)],
    done: true,
    hashes: 1,
  }));
  const inspect = vi.fn(async () => facts);
  const clean = vi.fn(
    async (file: Blob, _onProgress?: (fraction: number) => void, _options?: { signal?: AbortSignal }) => ({
      file,
      removed: ['location', 'artist'],
      isDamaged: false,
    }),
  );
  const ports: PublishPorts = {
    sendUpload: async (request, onProgress, signal) => {
      requests.push(request);
      signals.push(signal);
      onProgress({ sentBytes: 1, totalBytes: 2 });
      return (answers.shift() ?? (async () => reply))();
    },
    sendTransfer: async (request, onProgress) => {
      transfers.push(request);
      if (!knowsTransfers) throw new NoTransfersError();
      await request.ticket();
      onProgress({ sentBytes: 1, totalBytes: 2 });
      return (answers.shift() ?? (async () => reply))();
    },
    startAudition: () => ({ position: () => 0, regionIndex: () => 0, stop: () => undefined }),
    createPlayback: () => createFakePlayback(),
    handoff: {
      readRecordingData: () => session.recording,
      readUploadFile: () => session.upload,
      editOf: async (reference) => edits.get(reference),
      writeRecordingData: (value) => {
        session.recording = value;
      },
      writeUploadFile: (value) => {
        session.upload = value;
      },
      clearRecordingData: () => {
        session.recording = null;
      },
      clearUploadFile: () => {
        session.upload = null;
      },
      openReference: async () => blob,
      parseReference: (reference) => {
        const [kind, id] = reference.replace('idb:', '').split('/');
        return reference.startsWith('idb:') && id ? { kind: kind === 'take' ? 'take' : 'file', id } : null;
      },
      fileReference: (id) => `idb:file/${id}`,
      memoryReference: () => 'memory:1',
      forgetMemory: async () => undefined,
      readReplaced: () => session.replaced,
      writeReplaced: (value) => {
        session.replaced = value;
      },
      clearReplaced: () => {
        session.replaced = null;
      },
    },
    notes: {
      read: async (key) => notes.get(key),
      write: async (key, value) => void notes.set(key, value),
      remove: async (key) => void notes.delete(key),
    },
    files: {
      put: vi.fn().mockResolvedValue({ id: 'picked' }),
      remove: async (id) => void removed.push(id),
      release: async (reference) => void removed.push(reference),
    },
    device: {
      id: () => 'device-1',
      count: (seconds, sha256) => void counted.push([seconds, sha256]),
      stats: vi.fn(),
    },
    fetchAudio: vi.fn(),
    releaseTake: async (id) => void removed.push(id),
    tabs: {
      tell: () => {
        for (const listener of watching) listener();
      },
      watch: (listener) => {
        watching.add(listener);
        return () => void watching.delete(listener);
      },
    },
    watchElsewhere: () => () => undefined,
    hadNoRoom: () => noRoom,
  };
  store.set(publishPortsAtom, ports);
  const dsp = {
    inspect,
    analyse: async () => ({ ...facts, cover: new Uint8Array(64) }),
    sha256: async () => 'a'.repeat(64),
    solveChallenge: solve,
    clean,
    discard: async () => undefined,
  };
  store.set(dspAtom, dsp as unknown as Dsp);
  /** Another page of the same browser. */
  const otherPage = () => {
    const page = createStore();
    fakeServer(page, online, server.device);
    page.set(publishPortsAtom, ports);
    page.set(dspAtom, dsp as unknown as Dsp);
    return page;
  };
  const ready = async () => {
    await store.set(loadShareFileAtom);
    await store.set(restoreFormAtom);
  };
  const said = () => {
    const state = store.get(publishAtom);
    return state.phase === 'failed' ? sentenceText(publishSentence(state.failure)) : null;
  };
  return {
    store,
    session,
    otherPage,
    signals,
    requests,
    transfers,
    removed,
    counted,
    answers,
    fillDisk: () => {
      noRoom = true;
    },
    clean,
    solve,
    inspect,
    notes,
    watching,
    edits,
    outbox,
    calls: server.calls,
    ready,
    said,
  };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const refused = (status: number, code: ApiError['code'], detail = 'no') =>
  Promise.reject(new UploadError('refused', status, code, detail));

describe('the file', () => {
  it('is read from the handoff and measured', async () => {
    const { store, ready } = setUp();
    await ready();
    expect(store.get(shareFileAtom)).toMatchObject({
      phase: 'ready',
      file: { name: 'a.mp3', type: 'audio/mpeg', facts: { seconds: 10 } },
    });
    expect(store.get(canPublishAtom)).toBe(true);
  });

  it('says that there was no room for a file that another app shared', async () => {
    const { store, fillDisk, ready } = setUp();
    fillDisk();
    await ready();
    expect(store.get(shareFileAtom)).toMatchObject({ phase: 'refused', reason: 'no_room' });
  });

  it('loses its hidden details with progress; stopping that keeps the file, and they go when asked again', async () => {
    const { store, clean, ready } = setUp();
    clean.mockImplementationOnce(async (_file, onProgress, options) => {
      onProgress?.(0.25);
      return new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    });
    await ready();
    const state = () => {
      const current = store.get(shareFileAtom);
      if (current.phase !== 'ready') throw new Error(current.phase);
      return current.file;
    };
    await expect.poll(() => store.get(cleaningAtom)?.share).toBe(0.25);
    store.set(stopCleaningAtom, state().blob);
    await expect.poll(() => store.get(cleaningAtom)).toBeNull();
    expect(state()).toMatchObject({ name: 'a.mp3', outgoing: null });
    await store.set(cleanFileAtom, state().blob);
    expect(state().outgoing?.removed).toEqual(['location', 'artist']);
    expect(clean).toHaveBeenCalledTimes(2);
  });

  it('is refused when the engine cannot read it', async () => {
    const { store, inspect, ready } = setUp();
    inspect.mockRejectedValueOnce(new Error('no frames'));
    await ready();
    expect(store.get(shareFileAtom)).toMatchObject({ phase: 'refused', reason: 'unreadable' });
    expect(store.get(canPublishAtom)).toBe(false);
  });

  it('is refused when it is a video', async () => {
    const { store, inspect, ready } = setUp();
    inspect.mockResolvedValueOnce({ ...facts, video: true });
    await ready();
    expect(store.get(shareFileAtom)).toMatchObject({ phase: 'refused', reason: 'video' });
  });

  it("is refused with its format's name and advice when the engine knows it", async () => {
    const { store, inspect, ready } = setUp();
    inspect.mockRejectedValueOnce(new DspError('unsupported_codec', 'AMR'));
    await ready();
    const state = store.get(shareFileAtom);
    expect(state).toMatchObject({ phase: 'refused', reason: 'unsupported', format: 'AMR' });
    if (state.phase !== 'refused') throw new Error('it was taken');
    expect(sentenceText(fileSentence(state))).toMatch(/^Nicht unterstütztes Audio-Format/);
  });

  it('gets its format named even if neither type nor first bytes are accepted', async () => {
    const { store, inspect } = setUp();
    inspect.mockRejectedValue(new DspError('unsupported_codec', 'Windows Media (WMA)'));
    for (const type of ['', 'audio/x-ms-wma', 'video/x-ms-asf']) {
      await store.set(chooseShareFileAtom, new File([new Uint8Array(99)], 'a.wma', { type }));
      expect(store.get(shareFileAtom)).toMatchObject({ phase: 'refused', format: 'Windows Media (WMA)' });
    }
    inspect.mockRejectedValue(new DspError('unsupported_format', 'no format of ours'));
    await store.set(chooseShareFileAtom, new File([new Uint8Array(99)], 'a.bin', { type: '' }));
    const state = store.get(shareFileAtom);
    expect(state).toEqual({ phase: 'refused', reason: 'not_audio', name: 'a.bin' });
  });

  it('is refused when it has no sound', async () => {
    const { store, inspect, ready } = setUp();
    inspect.mockRejectedValueOnce(new DspError('no_audio', 'nothing'));
    await ready();
    expect(store.get(shareFileAtom)).toMatchObject({ phase: 'refused', reason: 'no_sound' });
  });

  describe('made from a recording', () => {
    const RECORDING = {
      file: { name: 'recording_1.webm', size: 1, type: '', data: 'idb:take/t1', tempTrackId: 'p' },
      duration: 10,
      recordedAt: '',
      edited: true,
      title: '',
    };
    const area = (start: number, end: number) => ({ id: 'area-1', start, end });

    function edited(present: object, { isExported = true } = {}) {
      const form = setUp();
      form.session.recording = RECORDING;
      if (!isExported) form.session.upload = null;
      form.notes.set('edit:idb:take/t1', { version: 2, seconds: 10, past: [], present, future: [] });
      return form;
    }

    it('is refused when that was edited since: what was cut is still in it', async () => {
      const { store, edits, ready } = edited({ areas: [area(2, 8)], tools: {} });
      edits.set(REFERENCE, { areas: [area(0, 8)], tools: {}, parts: undefined });
      await ready();
      expect(store.get(shareFileAtom)).toEqual({ phase: 'refused', reason: 'edited', name: 'a.mp3' });
      expect([store.get(canTrimAtom), store.get(canPublishAtom)]).toEqual([true, false]);
      edits.set(REFERENCE, { areas: [area(2, 8.001)], tools: {}, parts: undefined });
      await ready();
      expect(store.get(shareFileAtom).phase).toBe('ready');
    });

    it.each([
      ['cut', { areas: [area(0, 8)], tools: {} }, 'refused'],
      ['divided', { areas: [area(0, 5), { ...area(5, 10), id: 'area-2' }], tools: {} }, 'refused'],
      ['softer in places', { areas: [{ ...area(0, 10), gainDb: -6 }], tools: {} }, 'refused'],
      ['disguised', { areas: [area(0, 10)], tools: { persona: 'light' } }, 'refused'],
      ['joined with another', { areas: [area(0, 10)], tools: {}, parts: [{ silence: 1 }] }, 'refused'],
      ['as it was', { areas: [area(0, 10)], tools: {} }, 'ready'],
    ])('is the recording itself, which its edit leaves %s', async (_, present, phase) => {
      const { store, ready } = edited(present, { isExported: false });
      await ready();
      expect(store.get(shareFileAtom).phase).toBe(phase);
    });
  });

  it.each([
    ['deleted', {}, [REFERENCE]],
    ['kept, because it was edited', { areas: [{ id: 'area-1', start: 2, end: 8 }], tools: {} }, []],
  ])('is %s when another one is chosen', async (_, present, gone) => {
    const { store, notes, removed, ready } = setUp();
    await ready();
    if ('areas' in present)
      notes.set(`edit:${REFERENCE}`, { version: 2, seconds: 10, past: [], present, future: [] });
    await store.set(chooseShareFileAtom, new File([BYTES], 'b.mp3', { type: 'audio/mpeg' }));
    expect(removed).toEqual(gone);
  });

  it('can be trimmed first', async () => {
    const { store, session, ready } = setUp();
    await ready();
    store.set(trimFirstAtom);
    expect(session.recording).toMatchObject({ file: { data: REFERENCE, name: 'a.mp3' }, duration: 10 });
  });
});

describe('replacing the sound of an own recording', () => {
  const replaced = { trackId: 't1', title: 'The sea', description: 'Waves', gender: 'Couple' };

  it('sends the recording’s id with its details, and asks for the consent of a Couple', async () => {
    const { store, session, requests, ready } = setUp();
    session.replaced = replaced;
    await ready();
    expect(store.get(canPublishAtom)).toBe(false);
    store.set(changeFormAtom, { consentAt: '2026-11-28T10:00:00.000Z' });
    await store.set(publishNowAtom);
    expect(requests[0]?.fields).toMatchObject({ replaces: 't1', title: 'The sea', gender: 'Couple' });
    // The next upload is a new recording.
    expect(session.replaced).toBeNull();
    expect(store.get(replacedAtom)).toBeNull();
  });

  it('sends a new recording after the person chose that', async () => {
    const { store, session, requests, ready } = setUp();
    session.replaced = replaced;
    await ready();
    store.set(stopReplacingAtom);
    await store.set(restoreFormAtom);
    expect(store.get(shareFormAtom)).toMatchObject({ description: '', gender: 'Diverse' });
    await store.set(publishNowAtom);
    expect(requests[0]?.fields.replaces).toBe('');
  });

  it('ends when a refused recording is sent again', async () => {
    const { store, session } = setUp();
    session.replaced = replaced;
    store.set(resubmitAtom, { title: 'Again', description: '', gender: 'Female', tags: [] });
    expect(store.get(replacedAtom)).toBeNull();
    expect(session.replaced).toBeNull();
  });

  it('keeps the recording with an upload that was refused, until it is fixed', async () => {
    const { store, session, answers, requests, ready } = setUp();
    session.replaced = { ...replaced, gender: 'Female' };
    answers.push(() => refused(409, 'recording_under_review'));
    await ready();
    await store.set(publishNowAtom);
    expect(store.get(publishAtom)).toMatchObject({ failure: { code: 'recording_under_review' } });
    store.set(stopReplacingAtom);
    await store.set(editUploadAtom, requests[0]?.fields.uploadKey ?? '');
    expect(store.get(replacedAtom)).toEqual({ ...replaced, gender: 'Female' });
  });
});

describe('publishing', () => {
  it('sends every documented field, with the category among the tags and no invented identity (row 39)', async () => {
    const { store, requests, ready } = setUp();
    await ready();
    store.set(changeFormAtom, { title: '  Late  ', tags: ['Soft', 'night'], gender: 'Female' });
    await store.set(publishNowAtom);
    expect(requests[0]?.fields).toEqual({
      title: 'Late',
      description: '',
      capToken: `c1.${packNonces([0, 1, 2, 3])}`,
      requiresReview: 'false',
      userId: 'acc',
      username: 'anon_1',
      gender: 'Female',
      tags: '["Soft","night","Female"]',
      uploadKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      consentAt: '',
      consentVersion: '',
      deviceId: 'device-1',
      transcript: '',
      allowComments: 'true',
      replaces: '',
    });
    expect(store.get(publishAtom)).toMatchObject({
      phase: 'published',
      delivered: { upload: { title: 'Late' }, reply: { requiresReview: true }, sha256: 'a'.repeat(64) },
    });
  });

  it('deletes the local copies only after the server confirmed', async () => {
    const { store, session, removed, answers, ready } = setUp();
    await ready();
    answers.push(() => refused(507, 'storage_full', 'full'));
    await store.set(publishNowAtom);
    expect(removed).toEqual([]);
    expect(session.upload).not.toBeNull();
    await store.set(publishNowAtom);
    expect(removed).toEqual(['f1']);
    expect(session.upload).toBeNull();
  });

  it('uses one upload key per file for every attempt', async () => {
    const { store, requests, answers, ready } = setUp();
    await ready();
    answers.push(() => refused(503, 'busy'));
    await store.set(publishNowAtom);
    await store.set(publishNowAtom);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.fields.uploadKey).toBe(requests[1]?.fields.uploadKey);
  });

  it('requests one fresh ticket when the first expired', async () => {
    const { store, requests, answers, ready } = setUp();
    await ready();
    answers.push(() => refused(403, 'cap_token_expired'));
    await store.set(publishNowAtom);
    expect(requests.map(({ fields }) => fields.capToken.split('.')[0])).toEqual(['c1', 'c2']);
    expect(store.get(publishAtom).phase).toBe('published');
  });

  it.each([
    [() => refused(413, 'audio_too_large', 'The server’s words'), 'Datei zu groß. Maximum: 50MB'],
    [() => Promise.reject(new UploadError('failed', 500, null, 'kaputt')), 'Upload failed: 500 - kaputt'],
    [() => Promise.reject(new UploadError('failed', 500, null, '')), 'Upload failed'],
    [
      () => Promise.reject(new UploadError('invalid_json', 200, null, '<x>')),
      'Server antwortete mit ungültigem JSON',
    ],
  ])('shows the failure, case %#', async (answer, text) => {
    const { store, answers, ready, said } = setUp();
    await ready();
    answers.push(answer);
    await store.set(publishNowAtom);
    expect(said()).toBe(text);
    expect(store.get(shareFormAtom).title).toContain('Moments of');
  });

  it.each(['unreachable', 'html'] as const)(
    'keeps the recording on this device when the answer is %s',
    async (kind) => {
      const { store, answers, outbox, removed, ready } = setUp();
      await ready();
      answers.push(() => Promise.reject(new UploadError(kind, 0, null, '')));
      await store.set(publishNowAtom);
      expect(store.get(publishAtom).phase).toBe('kept');
      expect([...outbox.values()]).toMatchObject([{ body: { reference: REFERENCE, gender: 'Diverse' } }]);
      expect(removed).toEqual([]);
    },
  );

  it('does nothing while the form has errors', async () => {
    const { store, requests, ready } = setUp();
    await ready();
    store.set(changeFormAtom, { gender: 'Couple' });
    await store.set(publishNowAtom);
    store.set(changeFormAtom, { gender: 'Female', title: ' ' });
    await store.set(publishNowAtom);
    expect(requests).toEqual([]);
  });

  it('can be paused and continues with the same key', async () => {
    const { store, answers, requests, outbox, ready } = setUp();
    await ready();
    answers.push(async () => {
      await store.set(pausePublishAtom);
      throw new DOMException('aborted', 'AbortError');
    });
    await store.set(publishNowAtom);
    expect(store.get(publishAtom).phase).toBe('paused');
    expect([...outbox.values()]).toMatchObject([{ body: { held: 'paused' } }]);
    await store.set(flushOutboxAtom);
    expect(requests).toHaveLength(1);
    await store.set(publishNowAtom);
    expect(store.get(publishAtom).phase).toBe('published');
    expect(requests[1]?.fields.uploadKey).toBe(requests[0]?.fields.uploadKey);
    expect(outbox.size).toBe(0);
  });
});

describe('a large file', () => {
  it('is sent in pieces under the same upload key, even after a reload', async () => {
    const { store, transfers, requests, answers, notes, ready } = setUp({ blob: LARGE });
    await ready();
    answers.push(() => refused(503, 'busy'));
    await store.set(publishNowAtom);
    const key = transfers[0]?.fields.uploadKey;
    expect(notes.get(`key:${REFERENCE}`)).toBe(key);

    const reloaded = setUp({ blob: LARGE });
    reloaded.notes.set(`key:${REFERENCE}`, key);
    await reloaded.ready();
    await reloaded.store.set(publishNowAtom);
    expect(reloaded.transfers[0]?.fields).toMatchObject({ uploadKey: key });
    expect(reloaded.store.get(publishAtom).phase).toBe('published');
    expect(reloaded.notes.has(`key:${REFERENCE}`)).toBe(false);
    expect([...requests, ...reloaded.requests]).toEqual([]);
  });

  it('is sent as one form when the server cannot resume', async () => {
    const { store, requests, ready } = setUp({ blob: LARGE, knowsTransfers: false });
    await ready();
    await store.set(publishNowAtom);
    expect(requests).toHaveLength(1);
    expect(store.get(publishAtom).phase).toBe('published');
  });
});

describe('the ticket (row 38)', () => {
  it('is requested once and awaited', async () => {
    const { store, solve, requests, ready } = setUp();
    await ready();
    const first = store.set(prepareTicketAtom, BYTES);
    expect(store.set(prepareTicketAtom, BYTES)).toBe(first);
    await first;
    expect(store.get(ticketAtom).phase).toBe('ready');
    await store.set(publishNowAtom);
    expect(solve).toHaveBeenCalledTimes(1);
    expect(requests).toHaveLength(1);
  });

  it('continues with its solved sub-puzzles', async () => {
    const { store, solve, ready } = setUp();
    await ready();
    solve.mockResolvedValueOnce({ nonces: [7, 8], done: false, hashes: 1 });
    await store.set(prepareTicketAtom, BYTES);
    expect(solve.mock.calls[1]?.[3]).toEqual([7, 8]);
  });

  it('reports a failure and continues where it stopped', async () => {
    const { store, solve, ready, said } = setUp();
    await ready();
    solve.mockRejectedValueOnce(new Error('worker died'));
    await store.set(publishNowAtom);
    expect(said()).toBe('Proof-of-work generation failed');
    await store.set(publishNowAtom);
    expect(store.get(publishAtom).phase).toBe('published');
  });

  it('answers a second press while it is being prepared', async () => {
    const { store, solve, ready } = setUp();
    await ready();
    let finish: () => void = () => undefined;
    solve.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ nonces: [1, 2, 3, 4], done: true, hashes: 1 });
        }),
    );
    const first = store.set(publishNowAtom);
    await vi.waitFor(() => expect(solve).toHaveBeenCalled());
    await store.set(publishNowAtom);
    expect(store.get(alreadyPreparingAtom)).toBe(true);
    finish();
    await first;
    expect(store.get(alreadyPreparingAtom)).toBe(false);
  });

  it('packs nonces big-endian, base64url, without padding', () => {
    expect(packNonces([1])).toBe('AAAAAQ');
    expect(packNonces([0xffffffff, 0xfbf00000])).toBe('______vwAAA');
  });
});

describe('typed text', () => {
  it('entered before the file was read stays and is stored for it', async () => {
    const { store, notes, ready } = setUp();
    notes.set(`form:${REFERENCE}`, { title: 'Earlier', description: 'Kept' });
    store.set(changeFormAtom, { title: 'Quick' });
    await ready();
    expect(store.get(shareFormAtom)).toMatchObject({ title: 'Quick', description: 'Kept' });
    expect(notes.get(`form:${REFERENCE}`)).toMatchObject({ title: 'Quick', description: 'Kept' });
  });

  it('says that the second person agreed to one recording, not to another', async () => {
    const { store, ready } = setUp();
    await ready();
    store.set(changeFormAtom, { title: 'A', gender: 'Couple', consentAt: '2026-01-01T00:00:00.000Z' });
    await store.set(chooseShareFileAtom, new File([BYTES], 'b.mp3', { type: 'audio/mpeg' }));
    await store.set(restoreFormAtom);
    expect(store.get(shareFormAtom)).toMatchObject({ title: 'A', gender: 'Couple', consentAt: null });
  });

  it('does not appear in the next form', async () => {
    const { store, session, ready } = setUp();
    await ready();
    store.set(changeFormAtom, { title: 'Of this file' });
    store.set(leaveFormAtom);
    session.upload = { ...session.upload, data: 'idb:file/f2' } as UploadFile;
    await ready();
    expect(store.get(shareFormAtom).title).toMatch(/^Moments of/);
    session.upload = { ...session.upload, data: REFERENCE } as UploadFile;
    await ready();
    expect(store.get(shareFormAtom).title).toBe('Of this file');
  });

  it('is sent with an upload that was paused before, also when the list continues it', async () => {
    const { store, answers, requests, outbox, ready } = setUp();
    await ready();
    answers.push(async () => {
      await store.set(pausePublishAtom);
      throw new DOMException('aborted', 'AbortError');
    });
    await store.set(publishNowAtom);
    store.set(changeFormAtom, { title: 'Without my name', tags: ['night'] });
    store.set(leaveFormAtom);
    store.set(resetPublishAtom);
    const words = { title: 'Without my name', tags: ['night', 'Diverse'] };
    await expect.poll(() => [...outbox.values()]).toMatchObject([{ body: { ...words, held: 'paused' } }]);
    await store.set(sendUploadNowAtom, requests[0]?.fields.uploadKey ?? '');
    expect(requests[1]?.fields).toMatchObject({ ...words, tags: JSON.stringify(words.tags) });
  });

  it('stays when the recording is trimmed again, and goes once it is published', async () => {
    const { store, session, notes, ready } = setUp();
    const file = { name: 'recording_1.webm', size: 1, type: '', data: 'idb:take/t1', tempTrackId: 'p' };
    session.recording = { file, duration: 10, recordedAt: '', edited: true, title: '' };
    await ready();
    store.set(changeFormAtom, { title: 'Kept', transcript: 'Word for word' });
    store.set(leaveFormAtom);
    // Another export.
    session.upload = { ...session.upload, data: 'idb:file/f2' } as UploadFile;
    await ready();
    expect(store.get(shareFormAtom)).toMatchObject({ title: 'Kept', transcript: 'Word for word' });
    await store.set(publishNowAtom);
    expect([...notes.keys()].filter((key) => key.startsWith('form:'))).toEqual([]);
  });

  it('is restored for its file', async () => {
    const first = setUp();
    await first.ready();
    first.store.set(changeFormAtom, { title: 'Kept', gender: 'Male' });
    const second = setUp();
    for (const [key, value] of first.notes) second.notes.set(key, value);
    await second.ready();
    expect(second.store.get(shareFormAtom)).toMatchObject({ title: 'Kept', gender: 'Male' });
  });
});

/** A pending upload as stored on the device. */
const waiting = (body: WaitingUpload): OutboxEntry => ({
  id: body.uploadId,
  lane: 'uploads',
  action: 'upload',
  body,
  of: null,
  at: Date.parse(body.createdAt),
  triedAt: null,
  keeps: [body.reference],
});

describe('a pending upload', () => {
  const entry: WaitingUpload = {
    uploadId: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
    reference: REFERENCE,
    source: 'idb:take/t1',
    originalName: 'a.mp3',
    mimeType: 'audio/mpeg',
    sizeBytes: BYTES.size,
    duration: 10,
    title: 'Late',
    description: '',
    gender: 'Diverse',
    tags: ['Diverse'],
    consentAt: null,
    createdAt: '2026-11-21T00:00:00Z',
  };

  it('is sent as the same guest after a killed browser lost the session', async () => {
    const { store, calls, notes, outbox, requests } = setUp({ isKnown: false });
    notes.set(`ticket:${entry.uploadId}`, 'old.ticket');
    outbox.set(entry.uploadId, waiting({ ...entry, byGuest: true }));
    await store.set(flushOutboxAtom);
    expect(calls.find(({ action }) => action === 'returnAsGuest')?.body).toEqual({ capToken: 'old.ticket' });
    expect(requests[0]?.fields.userId).toBe('g1');
    expect([...notes.keys()]).toEqual([]);
  });

  it('is sent with its own key and then deleted', async () => {
    const { store, outbox, requests, removed } = setUp();
    outbox.set(entry.uploadId, waiting(entry));
    await store.set(flushOutboxAtom);
    expect(requests[0]?.fields).toMatchObject({ uploadKey: entry.uploadId, title: 'Late' });
    expect(outbox.size).toBe(0);
    expect(removed).toEqual(['f1', 't1']);
    expect(store.get(outboxAtom)).toEqual([]);
  });

  it.each([
    ['made into a file', 'idb:take/t1', { areas: [{ id: 'area-1', start: 0, end: 8 }], tools: {} }, ['f1']],
    ['sent as it was', null, undefined, []],
  ])(
    'leaves its recording, %s, as a draft when that was edited while it waited',
    async (_, source, made, left) => {
      const { store, outbox, notes, edits, removed } = setUp();
      const present = { areas: [{ id: 'area-1', start: 2, end: 8 }], tools: {} };
      notes.set(`edit:${source ?? REFERENCE}`, { version: 2, seconds: 10, past: [], present, future: [] });
      if (made) edits.set(REFERENCE, made);
      outbox.set(entry.uploadId, waiting({ ...entry, source }));
      await store.set(flushOutboxAtom);
      expect(outbox.size).toBe(0);
      expect(removed).toEqual(left);
    },
  );

  it.each([
    ['removes', removeUploadAtom],
    ['has removed', finishRemovalAtom],
    ['pauses', pauseUploadAtom],
  ])('is no longer sent once another page %s it', async (_, action) => {
    const { store, outbox, otherPage, answers, signals, watching } = setUp();
    outbox.set(entry.uploadId, waiting(entry));
    answers.push(
      () =>
        new Promise((_resolve, reject) => signals[0]?.addEventListener('abort', () => reject(new Error()))),
    );
    const sending = store.set(flushOutboxAtom);
    await expect.poll(() => signals.length).toBe(1);
    await otherPage().set(action, entry.uploadId);
    await sending;
    expect(signals[0]?.aborted).toBe(true);
    expect(watching.size).toBe(0);
  });

  it('is sent by no page while its removal can be undone, and is sent after the undo', async () => {
    const { store, outbox, otherPage, requests } = setUp();
    outbox.set(entry.uploadId, waiting(entry));
    await store.set(removeUploadAtom, entry.uploadId);
    // Another page, or this one after a reload.
    await otherPage().set(flushOutboxAtom);
    expect([requests.length, outbox.size]).toEqual([0, 1]);
    await store.set(undoRemovalAtom, entry);
    await vi.waitFor(() => expect(outbox.size).toBe(0));
    expect(requests).toHaveLength(1);
  });

  it('stays paused when its removal is undone and it was paused before', async () => {
    const { store, outbox, requests } = setUp();
    const paused: WaitingUpload = { ...entry, held: 'paused' };
    outbox.set(entry.uploadId, waiting(paused));
    await store.set(removeUploadAtom, entry.uploadId);
    await store.set(undoRemovalAtom, paused);
    await store.set(flushOutboxAtom);
    expect(requests).toEqual([]);
    expect(store.get(outboxAtom)).toMatchObject([{ state: 'paused' }]);
  });

  it('is retried at once when the network comes back during a failing attempt', async () => {
    const { store, outbox, requests, answers } = setUp();
    outbox.set(entry.uploadId, waiting(entry));
    answers.push(async () => {
      // The network comes back during the attempt.
      void store.set(flushOutboxAtom);
      throw new UploadError('unreachable', 0, null, '');
    });
    await store.set(flushOutboxAtom);
    await vi.waitFor(() => expect(outbox.size).toBe(0));
    expect(requests).toHaveLength(2);
  });

  it('is not sent while its form shows an error, and is sent when the form is left', async () => {
    const { store, outbox, requests, answers, ready } = setUp();
    await ready();
    answers.push(() => Promise.reject(new UploadError('invalid_json', 200, null, '<x>')));
    await store.set(publishNowAtom);
    await store.set(flushOutboxAtom);
    expect([requests.length, outbox.size]).toEqual([1, 1]);
    store.set(resetPublishAtom);
    await vi.waitFor(() => expect(outbox.size).toBe(0));
    expect(requests[1]?.fields.uploadKey).toBe(requests[0]?.fields.uploadKey);
  });

  it.each([
    ['is trimmed again', ({ store }: ReturnType<typeof setUp>) => store.set(trimFirstAtom)],
    [
      'another file is chosen',
      ({ store }: ReturnType<typeof setUp>) =>
        store.set(chooseShareFileAtom, new File([BYTES], 'b.mp3', { type: 'audio/mpeg' })),
    ],
  ])('is not sent by itself after it failed on its form and the recording %s', async (_, change) => {
    const form = setUp();
    const { store, outbox, requests, answers, ready } = form;
    await ready();
    answers.push(() => refused(503, 'busy'));
    await store.set(publishNowAtom);
    await change(form);
    store.set(resetPublishAtom);
    await store.set(flushOutboxAtom);
    expect(requests).toHaveLength(1);
    expect([...outbox.values()]).toMatchObject([{ body: { held: 'paused' } }]);
  });

  it('does not take the words that are typed for another file', async () => {
    const { store, outbox, answers, ready } = setUp();
    await ready();
    store.set(changeFormAtom, { title: 'The first' });
    answers.push(() => refused(503, 'busy'));
    await store.set(publishNowAtom);
    await store.set(chooseShareFileAtom, new File([BYTES], 'b.mp3', { type: 'audio/mpeg' }));
    store.set(changeFormAtom, { title: 'The second' });
    await store.set(flushOutboxAtom);
    expect([...outbox.values()]).toMatchObject([{ body: { title: 'The first' } }]);
  });

  it('stays while the server is unreachable', async () => {
    const { store, outbox, answers } = setUp();
    outbox.set(entry.uploadId, waiting(entry));
    answers.push(() => Promise.reject(new UploadError('unreachable', 0, null, '')));
    await store.set(flushOutboxAtom);
    expect(outbox.size).toBe(1);
    expect(store.get(outboxAtom)).toHaveLength(1);
  });
});
