import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptureOptions, createCapture } from '../../../../src/audio/capture.ts';
import {
  discardedTakeAtom,
  discardRecordingAtom,
  elapsedSecondsAtom,
  leaveRecorderAtom,
  pauseRecordingAtom,
  recorderAtom,
  resumeRecordingAtom,
  startRecordingAtom,
  stopRecordingAtom,
  storageWarningAtom,
  undoDiscardAtom,
} from '../../../../src/features/recorder/atoms.ts';
import { draftsAtom, openDraftAtom } from '../../../../src/features/recorder/drafts.ts';
import { failureMessage } from '../../../../src/features/recorder/failures.ts';
import { pickFileAtom } from '../../../../src/features/recorder/pickFile.ts';
import { type RecorderPorts, recorderPortsAtom } from '../../../../src/features/recorder/ports.ts';
import { isRecordingAtom } from '../../../../src/state/player.ts';
import type { Take, TakeWriter } from '../../../../src/storage/drafts.ts';
import { StorageError } from '../../../../src/storage/errors.ts';
import type { RecordingData, UploadFile } from '../../../../src/storage/handoff.ts';
import { fakeRoom, type RecorderScript } from '../../../support/fakeMicrophone.ts';

interface DiskScript {
  /** Opening a take fails. */
  closed?: boolean;
  /** Appends and finishing fail with a full disk. */
  full?: boolean;
}

function setUp(script: RecorderScript = {}, disk: DiskScript = {}) {
  const room = fakeRoom(script);
  const store = createStore();
  const session: { recording: RecordingData | null; upload: UploadFile | null; cleared: number } = {
    recording: null,
    upload: null,
    cleared: 0,
  };
  const appended: string[] = [];
  const marks: string[] = [];
  const memory: Blob[] = [];
  const take: Take = {
    id: 't1',
    mimeType: 'audio/webm;codecs=opus',
    startedAt: Date.UTC(2026, 10, 21, 12),
    finishedAt: null,
    seconds: 0,
    sizeBytes: 0,
    chunks: 0,
    discardedAt: null,
    publishedAt: null,
  };
  const writer: TakeWriter = {
    take,
    async append(chunk) {
      if (disk.full) throw new StorageError('storage_full');
      appended.push(await chunk.text());
    },
    unsavedBytes: () => 0,
    read: async () => new Blob(appended),
    async finish(seconds) {
      if (disk.full) throw new StorageError('storage_full');
      marks.push(`finish ${seconds}`);
      return { ...take, seconds, finishedAt: 1 };
    },
    release: () => marks.push('release'),
  };
  const ports: RecorderPorts = {
    createCapture: (options: CaptureOptions) => createCapture(options, room.environment),
    drafts: {
      openTake: async () => {
        if (disk.closed) throw new StorageError('storage_unavailable');
        return writer;
      },
      listTakes: async () => [{ ...take, finishedAt: 1 }],
      unfinishedTakes: async () => [],
      recoverTake: async (id) => {
        marks.push(`recover ${id}`);
        return { ...take, finishedAt: 1, sizeBytes: 9 };
      },
      discardTake: async (id) => void marks.push(`discard ${id}`),
      restoreTake: async (id) => void marks.push(`restore ${id}`),
      takeById: async () => take,
    },
    putFile: vi.fn(async (blob: Blob, name: string) => ({
      id: 'f1',
      name,
      type: blob.type,
      sizeBytes: blob.size,
      blob,
      storedAt: 0,
      madeFrom: null,
    })),
    handoff: {
      writeRecordingData: (value) => {
        session.recording = value;
      },
      writeUploadFile: (value) => {
        session.upload = value;
      },
      clearRecordingData: () => {
        session.cleared += 1;
        session.recording = null;
      },
      clearUploadFile: () => {
        session.upload = null;
      },
      memoryReference: (blob) => {
        memory.push(blob);
        return 'memory:1';
      },
      takeReference: (id) => `idb:take/${id}`,
      fileReference: (id) => `idb:file/${id}`,
    },
    settings: { read: (_key, _accept, fallback) => fallback, write: () => undefined },
    keepStorage: async () => true,
  };
  store.set(recorderPortsAtom, ports);
  const phase = () => store.get(recorderAtom).phase;
  const start = () => store.set(startRecordingAtom, false);
  return { room, store, session, appended, marks, memory, phase, start };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a recording', () => {
  it('writes each chunk as it comes and hands a reference to the editor', async () => {
    const { room, store, session, appended, marks, start } = setUp({ lastChunk: 'c' });
    await start();
    room.recorder().chunk('a');
    room.recorder().chunk('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(appended).toEqual(['a', 'b']);
    room.advance(6000);
    store.set(pauseRecordingAtom);
    room.advance(2000);
    store.set(resumeRecordingAtom);
    room.advance(500);
    await store.set(stopRecordingAtom);
    expect(appended).toEqual(['a', 'b', 'c']);
    expect(marks).toEqual(['finish 6.5']);
    expect(session.recording).toMatchObject({
      file: {
        name: `recording_${Date.UTC(2026, 10, 21, 12)}.webm`,
        size: 3,
        type: 'audio/webm;codecs=opus',
        data: 'idb:take/t1',
        tempTrackId: expect.stringMatching(/^recording-preview-/),
      },
      duration: 6.5,
      edited: false,
      title: 'Moments of 21.11.2026',
    });
    expect(store.get(recorderAtom)).toEqual({ phase: 'finished', reference: 'idb:take/t1' });
  });

  it('counts whole seconds, pauses left out', async () => {
    const { room, store, start } = setUp();
    await start();
    room.advance(2950);
    await vi.advanceTimersByTimeAsync(100);
    expect(store.get(elapsedSecondsAtom)).toBe(2);
    store.set(pauseRecordingAtom);
    room.advance(9000);
    await vi.advanceTimersByTimeAsync(100);
    expect(store.get(elapsedSecondsAtom)).toBe(2);
    await store.set(leaveRecorderAtom);
  });

  it('refuses playback from the tap to the last chunk', async () => {
    const { store, start } = setUp({ lastChunk: 'x' });
    expect(store.get(isRecordingAtom)).toBe(false);
    const started = start();
    expect(store.get(isRecordingAtom)).toBe(true);
    await started;
    store.set(pauseRecordingAtom);
    expect(store.get(isRecordingAtom)).toBe(true);
    await store.set(stopRecordingAtom);
    expect(store.get(isRecordingAtom)).toBe(false);
  });

  it('clears what was handed over before', async () => {
    const { session, start } = setUp();
    await start();
    expect(session.cleared).toBe(1);
  });
});

describe('a disk that refuses', () => {
  it('is said at once, and the take goes on in memory', async () => {
    const { room, store, session, memory, start, phase } = setUp({ lastChunk: 'b' }, { full: true });
    await start();
    room.recorder().chunk('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(storageWarningAtom)).toBe('full');
    expect(phase()).toBe('recording');
    await store.set(stopRecordingAtom);
    expect(session.recording?.file.data).toBe('memory:1');
    expect(await memory[0]?.text()).toBe('ab');
  });

  it('keeps the take although none could be opened', async () => {
    const { room, store, memory, start } = setUp({}, { closed: true });
    await start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(storageWarningAtom)).toBe('unavailable');
    room.recorder().chunk('all');
    await store.set(stopRecordingAtom);
    expect(await memory[0]?.text()).toBe('all');
  });
});

describe('failing', () => {
  it.each([
    [
      'NotAllowedError',
      'Mikrofon-Zugriff wurde verweigert. Bitte erlauben Sie den Zugriff und versuchen Sie es erneut.',
    ],
    ['TypeError', 'Fehler beim Initialisieren der Aufnahme'],
  ])('%s is told in the specified words', async (name, text) => {
    const { room, store, start } = setUp();
    room.deny(name);
    await start();
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe(text);
    expect(store.get(isRecordingAtom)).toBe(false);
  });

  it.each([
    ['start', 'Fehler beim Starten der Aufnahme'],
    ['pause', 'Fehler beim Pausieren der Aufnahme'],
    ['resume', 'Fehler beim Fortsetzen der Aufnahme'],
  ] as const)('%s is told in the specified words', async (throwsOn, text) => {
    const { store, start } = setUp({ throwsOn });
    await start();
    store.set(pauseRecordingAtom);
    store.set(resumeRecordingAtom);
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe(text);
  });

  it('an empty take is no take', async () => {
    const { store, session, start } = setUp();
    await start();
    await store.set(stopRecordingAtom);
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'empty' });
    expect(session.recording).toBeNull();
  });

  it('a recorder that fails to stop still hands over what it gave', async () => {
    const { room, store, session, start } = setUp({ throwsOn: 'stop' });
    await start();
    room.recorder().chunk('kept');
    await store.set(stopRecordingAtom);
    expect(session.recording?.file.size).toBe(4);
  });
});

describe('discarding', () => {
  it('acts at once and can be undone', async () => {
    const { room, store, marks, phase, start } = setUp();
    await start();
    room.recorder().chunk('a');
    await store.set(discardRecordingAtom);
    expect(phase()).toBe('idle');
    expect(room.track.stopped).toBe(true);
    expect(store.get(discardedTakeAtom)).toBe('t1');
    await store.set(undoDiscardAtom);
    expect(marks).toEqual(['finish 0', 'discard t1', 'restore t1']);
    expect(store.get(draftsAtom)).toHaveLength(1);
  });
});

describe('leaving the page', () => {
  it('keeps the take and closes the microphone', async () => {
    const { room, store, marks, phase, start } = setUp({ lastChunk: 'z' });
    await start();
    room.advance(3000);
    await store.set(leaveRecorderAtom);
    expect(marks).toEqual(['finish 3']);
    expect(room.track.stopped).toBe(true);
    expect(phase()).toBe('idle');
  });

  it('during the question opens nothing', async () => {
    const { room, store, marks, start, phase } = setUp();
    const started = start();
    await store.set(leaveRecorderAtom);
    await started;
    expect(room.track.stopped).toBe(true);
    expect(marks).toEqual([]);
    expect(phase()).toBe('idle');
  });
});

describe('drafts', () => {
  it('that were cut off are recovered before they are opened', async () => {
    const { store, session, marks } = setUp();
    const [draft] = [{ take: { id: 't1' } as Take, interrupted: true }];
    if (draft) await store.set(openDraftAtom, draft);
    expect(marks).toEqual(['recover t1']);
    expect(session.recording?.file).toMatchObject({ data: 'idb:take/t1', size: 9 });
  });
});

describe('a file from the device', () => {
  it('is stored and handed to the share form', async () => {
    const { store, session } = setUp();
    const file = new File(['RIFF\x24\0\0\0WAVEfmt '], 'voice.wav', { type: '' });
    expect(await store.set(pickFileAtom, file)).toBe(true);
    expect(session.upload).toEqual({
      name: 'voice.wav',
      type: 'audio/wav',
      size: file.size,
      data: 'idb:file/f1',
    });
  });

  it('that is no audio goes nowhere', async () => {
    const { store, session } = setUp();
    const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
    expect(await store.set(pickFileAtom, file)).toBe(false);
    expect(session.upload).toBeNull();
  });
});
