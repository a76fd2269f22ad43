import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptureOptions, createCapture } from '../../../../src/audio/capture.ts';
import { openMicrophone } from '../../../../src/audio/microphone.ts';
import type { Dsp } from '../../../../src/dsp/client.ts';
import { DspError } from '../../../../src/dsp/errors.ts';
import {
  elapsedSecondsAtom,
  finishedTakeAtom,
  marksAtom,
  microphoneAtom,
  problemAtom,
  recorderAtom,
  remarkAtom,
  storageWarningAtom,
} from '../../../../src/features/recorder/atoms.ts';
import {
  discardedAtom,
  discardRecordingAtom,
  forgetDiscardedAtom,
  undoDiscardAtom,
} from '../../../../src/features/recorder/discard.ts';
import {
  type Draft,
  draftsAtom,
  keepDraftAtom,
  openDraftAtom,
} from '../../../../src/features/recorder/drafts.ts';
import { levelLogAtom } from '../../../../src/features/recorder/levelLog.ts';
import { notesAtom, toggleNotesAtom, writeNotesAtom } from '../../../../src/features/recorder/notes.ts';
import { pickFileAtom } from '../../../../src/features/recorder/pickedFiles.ts';
import { type RecorderPorts, recorderPortsAtom } from '../../../../src/features/recorder/ports.ts';
import { failureMessage, germanFailureMessage } from '../../../../src/features/recorder/recorderText.ts';
import {
  continueDraftAtom,
  leaveRecorderAtom,
  markAtom,
  pauseRecordingAtom,
  resumeRecordingAtom,
  startRecordingAtom,
  stopRecordingAtom,
} from '../../../../src/features/recorder/recording.ts';
import { copyOfTakeAtom, recordAgainAtom, saveTakeAtom } from '../../../../src/features/recorder/save.ts';
import { microphoneChoiceAtom } from '../../../../src/features/recorder/settings.ts';
import { adviceOf, startSoundCheckAtom } from '../../../../src/features/recorder/soundCheck.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { leadInAtom } from '../../../../src/state/leadIn.ts';
import { leftTakeAtom } from '../../../../src/state/leftTake.ts';
import { isRecordingAtom } from '../../../../src/state/sound.ts';
import { StorageError } from '../../../../src/storage/errors.ts';
import type { Addition, RecordingData, UploadFile } from '../../../../src/storage/handoff.ts';
import type { Take } from '../../../../src/storage/takeRecords.ts';
import type { TakeWriter } from '../../../../src/storage/takeWriter.ts';
import { fakeRoom, type RecorderScript } from '../../../support/audio/fakeMicrophone.ts';

interface DiskScript {
  /** Opening a take fails. */
  closed?: boolean;
  /** Appends and finishing fail with a full disk. */
  full?: boolean;
  /** The take is missing; reads fail; space is low; another tab records. */
  gone?: boolean;
  broken?: boolean;
  nearlyFull?: boolean;
  otherTab?: boolean;
  /** Session storage fails. */
  noHandoff?: boolean;
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
  const calls: string[] = [];
  const memory: Blob[] = [];
  const addition: { value: Addition | null } = { value: null };
  const memoryMarks: number[] = [];
  const notes = new Map<string, unknown>();
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
    async mark(seconds) {
      if (disk.full) throw new StorageError('storage_full');
      calls.push(`mark ${seconds}`);
    },
    async finish(seconds) {
      if (disk.full) throw new StorageError('storage_full');
      calls.push(`finish ${seconds}`);
      return { ...take, seconds, finishedAt: 1 };
    },
    release: () => calls.push('release'),
  };
  const ports: RecorderPorts = {
    addition: {
      readAddition: () => addition.value,
      writeAddition: (value) => {
        addition.value = value;
      },
      clearAddition: () => {
        addition.value = null;
      },
    },
    playRange: () => {
      calls.push('lead-in');
      return () => calls.push('silence');
    },
    createCapture: (options: CaptureOptions) => createCapture(options, room.environment),
    drafts: {
      openTake: async (_mimeType, { follows } = {}) => {
        if (disk.closed) throw new StorageError('storage_unavailable');
        if (follows) calls.push(`follows ${follows.id}`);
        return writer;
      },
      listTakes: async () => [{ ...take, finishedAt: 1 }],
      unfinishedTakes: async () => [],
      recoverTake: async (id) => {
        calls.push(`recover ${id}`);
        return { ...take, finishedAt: 1, sizeBytes: 9 };
      },
      discardTake: async (id) => void calls.push(`discard ${id}`),
      restoreTake: async (id) => void calls.push(`restore ${id}`),
      takeById: async (id) => {
        if (disk.gone) throw new StorageError('not_found');
        if (disk.broken) throw new StorageError('storage_unavailable');
        return { ...take, id };
      },
      readTakeParts: async () => {
        if (disk.broken) throw new StorageError('storage_unavailable');
        return [new Blob(appended)];
      },
      isBeingRecorded: async () => disk.otherTab === true,
      isOldTake: () => false,
      hasUnsavedEnd: () => false,
      keepTake: async (id) => void calls.push(`keep ${id}`),
      renameTake: async (id, name) => void calls.push(`rename ${id} ${name}`),
      discardDraft: async (id) => void calls.push(`discard draft ${id}`),
      dropDiscarded: async (id) => void calls.push(`drop ${id}`),
    },
    captureObstacle: () => null,
    openMicrophone: (natural, id) => openMicrophone(room.environment, natural, id),
    notes: {
      read: async (key) => {
        if (disk.broken) throw new StorageError('storage_unavailable');
        return notes.get(key);
      },
      write: async (key, value) => {
        if (disk.full) throw new StorageError('storage_full');
        notes.set(key, value);
      },
    },
    holdTake: (id) => {
      calls.push(`hold ${id}`);
      return () => calls.push(`release ${id}`);
    },
    playTake: () => ({ stop: () => undefined }),
    putFile: vi.fn(async (blob: Blob, name: string) => ({
      id: 'f1',
      name,
      type: blob.type,
      sizeBytes: blob.size,
      blob,
      storedAt: 0,
      madeFrom: null,
    })),
    pickedFiles: async () => [],
    releaseFile: async () => undefined,
    handoff: {
      readUploadFile: () => session.upload,
      readRecordingData: () => session.recording,
      writeRecordingData: (value) => {
        if (disk.noHandoff) throw new StorageError('storage_full');
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
      memoryReference: (blob, _partOf, marks = []) => {
        memory.push(blob);
        memoryMarks.push(...marks);
        return 'memory:1';
      },
      isInMemory: () => true,
      takeReference: (id) => `idb:take/${id}`,
      fileReference: (id) => `idb:file/${id}`,
      openReference: async () => new Blob(appended),
    },
    settings: { read: (_key, _accept, fallback) => fallback, write: () => undefined },
    keepStorage: async () => true,
    freeBytes: async () => (disk.nearlyFull ? 1_000_000 : 1_000_000_000),
  };
  store.set(recorderPortsAtom, ports);
  const phase = () => store.get(recorderAtom).phase;
  const start = () => store.set(startRecordingAtom);
  return { room, store, disk, session, appended, calls, memory, memoryMarks, notes, addition, phase, start };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a recording that is added to a draft', () => {
  const LEAD_IN = { startSeconds: 3, sampleRate: 10, channels: [new Float32Array(20)] };
  const added = (): Addition => ({
    draft: {
      file: { name: 'a.webm', size: 1, type: 'audio/webm', data: 'idb:take/t0', tempTrackId: 'p' },
      duration: 9,
      recordedAt: '',
      edited: false,
      title: 'Draft',
    },
    seconds: 9,
    at: 5,
    place: 'replace',
    askedAt: 0,
  });

  function asked() {
    const opened = setUp();
    opened.addition.value = added();
    opened.store.set(leadInAtom, LEAD_IN);
    return opened;
  }

  it('begins after 3, 2, 1, and the 2 seconds before it are heard in the last two', async () => {
    const { store, calls, phase, start } = asked();
    const starting = start();
    await vi.advanceTimersByTimeAsync(0);
    expect([store.get(recorderAtom), calls]).toEqual([{ phase: 'countdown', left: 3 }, []]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([store.get(recorderAtom), calls]).toEqual([{ phase: 'countdown', left: 2 }, ['lead-in']]);
    await vi.advanceTimersByTimeAsync(1999);
    expect([phase(), calls]).toEqual(['countdown', ['lead-in']]);
    await vi.advanceTimersByTimeAsync(1);
    await starting;
    // Nothing plays while the microphone records.
    expect([phase(), calls]).toEqual(['recording', ['lead-in', 'silence']]);
    await store.set(stopRecordingAtom);
  });

  it('is silent at once when the page is left during the count', async () => {
    const { store, calls, start } = asked();
    const starting = start();
    await vi.advanceTimersByTimeAsync(1500);
    await store.set(leaveRecorderAtom);
    await starting;
    expect(calls).toEqual(['lead-in', 'silence']);
  });

  it('begins at once, without a count, when nothing is to be heard', async () => {
    const { store, calls, phase, start, addition } = asked();
    addition.value = null;
    await start();
    expect([phase(), calls]).toEqual(['recording', []]);
    await store.set(stopRecordingAtom);
  });
});

describe('the notes', () => {
  it('are not replaced by new words while they cannot be read, but joined with them', async () => {
    const { store, disk, notes } = setUp();
    notes.set('recorderNotes', 'The whole script');
    disk.broken = true;
    await store.set(toggleNotesAtom);
    await store.set(writeNotesAtom, 'N');
    expect([store.get(notesAtom), notes.get('recorderNotes')]).toEqual(['N', 'The whole script']);
    disk.broken = false;
    await Promise.all([store.set(writeNotesAtom, 'Ne'), store.set(writeNotesAtom, 'New')]);
    expect(store.get(notesAtom)).toBe('The whole script\n\nNew');
    expect(notes.get('recorderNotes')).toBe('The whole script\n\nNew');
  });

  it('stay when the disk refuses them and they are closed and opened again', async () => {
    const { store, disk, notes } = setUp();
    notes.set('recorderNotes', 'Before');
    await store.set(toggleNotesAtom);
    disk.full = true;
    await store.set(writeNotesAtom, 'After');
    await store.set(toggleNotesAtom);
    expect(store.get(notesAtom)).toBeNull();
    await store.set(toggleNotesAtom);
    expect(store.get(notesAtom)).toBe('After');
    disk.full = false;
    await store.set(writeNotesAtom, 'After all');
    expect(notes.get('recorderNotes')).toBe('After all');
  });
});

describe('a recording', () => {
  it('is not saved as an empty copy when it cannot be read', async () => {
    const { room, store, disk, start } = setUp();
    await start();
    room.recorder().chunk('a');
    await store.set(stopRecordingAtom);
    disk.broken = true;
    expect(await store.set(copyOfTakeAtom)).toBeNull();
    expect(store.get(problemAtom)).toEqual({ code: 'load_failed' });
    disk.broken = false;
    expect((await store.set(copyOfTakeAtom))?.file.size).toBe(1);
  });

  it('goes on with another microphone when the chosen one is gone, and says so', async () => {
    const { room, store, appended, calls, start, phase } = setUp();
    store.set(microphoneChoiceAtom, 'desk');
    room.track.deviceId = 'desk';
    await start();
    expect(store.get(remarkAtom)).toBeNull();
    room.recorder().chunk('a');
    room.track.dispatchEvent(new Event('ended'));
    expect(phase()).toBe('interrupted');
    room.track.deviceId = 'phone';
    await store.set(resumeRecordingAtom);
    expect(phase()).toBe('recording');
    expect(store.get(remarkAtom)).toBe('otherMicrophone');
    room.recorder().chunk('b');
    await store.set(stopRecordingAtom);
    expect(appended).toEqual(['a', 'b']);
    expect(calls).toEqual(['finish 0', 'follows t1', 'finish 0']);
  });

  it('writes each chunk as it arrives and hands a reference to the editor', async () => {
    const { room, store, session, appended, calls, start } = setUp({ lastChunk: 'c' });
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
    expect(calls).toEqual(['finish 6.5']);
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

  it('counts whole seconds without pauses', async () => {
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

  it('shows a constant time during a pause', async () => {
    const { room, store, start } = setUp();
    await start();
    room.advance(2950);
    await vi.advanceTimersByTimeAsync(100);
    room.advance(90);
    store.set(pauseRecordingAtom);
    expect(store.get(elapsedSecondsAtom)).toBe(3);
    room.advance(9000);
    await vi.advanceTimersByTimeAsync(100);
    expect(store.get(elapsedSecondsAtom)).toBe(3);
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

  it('clears an earlier handoff', async () => {
    const { session, start } = setUp();
    await start();
    expect(session.cleared).toBe(1);
  });
});

describe('a full disk', () => {
  it('shows a warning and continues the take in memory', async () => {
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

  it('keeps the take in memory when the disk cannot open one', async () => {
    const { room, store, memory, start } = setUp({}, { closed: true });
    await start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(storageWarningAtom)).toBe('unavailable');
    room.recorder().chunk('all');
    await store.set(stopRecordingAtom);
    expect(await memory[0]?.text()).toBe('all');
  });
});

describe('a failure', () => {
  it.each([
    [
      'NotAllowedError',
      'Mikrofon-Zugriff wurde verweigert. Bitte erlauben Sie den Zugriff und versuchen Sie es erneut.',
    ],
    ['TypeError', 'Fehler beim Initialisieren der Aufnahme'],
  ])('%s shows the specified sentence', async (name, text) => {
    const { room, store, start } = setUp();
    room.deny(name);
    await start();
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe(text);
    expect(store.get(isRecordingAtom)).toBe(false);
  });

  it('to start shows the specified sentence', async () => {
    const { store, start } = setUp({ throwsOn: 'start' });
    await start();
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe('Fehler beim Starten der Aufnahme');
  });

  it.each([
    ['pause', 'Fehler beim Pausieren der Aufnahme'],
    ['resume', 'Fehler beim Fortsetzen der Aufnahme'],
    ['stop', 'Fehler beim Stoppen der Aufnahme'],
  ] as const)(
    'to %s shows the specified sentence, keeps the take and closes the microphone',
    async (throwsOn, text) => {
      const { room, store, calls, phase, start } = setUp({ throwsOn, lastChunk: 'tail' });
      await start();
      room.recorder().chunk('head');
      await store.set(pauseRecordingAtom);
      await store.set(resumeRecordingAtom);
      await store.set(stopRecordingAtom);
      expect(phase()).toBe('finished');
      expect(failureMessage(store.get(problemAtom)?.code ?? 'empty')).toBe(text);
      expect(room.track.stopped).toBe(true);
      expect(calls).toContain('finish 0');
      expect(store.get(finishedTakeAtom)?.takeId).toBe('t1');
    },
  );

  it('to cancel shows the specified sentence and closes the microphone', async () => {
    const { room, store, start } = setUp({ throwsOn: 'stop' });
    await start();
    room.recorder().chunk('head');
    await store.set(discardRecordingAtom);
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe('Fehler beim Abbrechen der Aufnahme');
    expect(room.track.stopped).toBe(true);
  });

  it('with an unknown error has its own sentence, and another after a discard', async () => {
    const { store, start } = setUp();
    const createCapture = () => {
      throw new Error('nobody knows');
    };
    store.set(recorderPortsAtom, { ...store.get(recorderPortsAtom), createCapture });
    await start();
    const state = store.get(recorderAtom);
    expect(state.phase === 'failed' && failureMessage(state.code)).toBe(
      'Unbekannter Fehler beim Starten der Aufnahme',
    );
    await store.set(startRecordingAtom, { again: true });
    const again = store.get(recorderAtom);
    expect(again.phase === 'failed' && failureMessage(again.code)).toBe(
      'Fehler beim Neustarten der Aufnahme',
    );
  });

  it('without any chunk is an empty take', async () => {
    const { store, session, start } = setUp();
    await start();
    await store.set(stopRecordingAtom);
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'no_data' });
    expect(failureMessage('no_data')).toBe('Keine Aufnahmedaten vorhanden');
    expect(session.recording).toBeNull();
  });

  it('with only empty chunks is an empty take on both pages', async () => {
    const { room, store, start } = setUp();
    await start();
    room.recorder().chunk('');
    await store.set(stopRecordingAtom);
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'empty' });
    expect(failureMessage('empty')).toBe('Aufnahme ist leer');
    expect(germanFailureMessage('empty')).toBe('Aufnahme ist leer. Bitte versuche es erneut.');
  });

  it('to join the chunks shows its sentence', async () => {
    const { room, store, start } = setUp();
    await start();
    room.recorder().chunk('a');
    vi.stubGlobal('Blob', function broken() {
      throw new RangeError('too large');
    });
    await store.set(stopRecordingAtom);
    vi.unstubAllGlobals();
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'create_failed' });
    expect(failureMessage('create_failed')).toBe('Fehler beim Erstellen der Aufnahme');
    expect(room.track.stopped).toBe(true);
  });

  it('of the recorder keeps the recorded audio and lets the user continue', async () => {
    const { room, store, phase, start } = setUp({ lastChunk: 'tail' });
    await start();
    room.recorder().chunk('head');
    room.recorder().fail();
    expect(store.get(recorderAtom)).toMatchObject({ phase: 'interrupted', cause: 'error' });
    expect(failureMessage('recorder_error')).toBe('Aufnahmefehler');
    expect(room.track.stopped).toBe(true);
    await store.set(resumeRecordingAtom);
    expect(phase()).toBe('recording');
    expect(room.constraints).toHaveLength(2);
  });

  it('to stop still hands over the recorded audio', async () => {
    const { room, store, session, start } = setUp({ throwsOn: 'stop' });
    await start();
    room.recorder().chunk('kept');
    await store.set(stopRecordingAtom);
    expect(session.recording?.file.size).toBe(4);
  });
});

describe('discarding', () => {
  it('acts at once and can be undone', async () => {
    const { room, store, calls, phase, start } = setUp();
    await start();
    room.recorder().chunk('a');
    await store.set(discardRecordingAtom);
    expect(phase()).toBe('idle');
    expect(room.track.stopped).toBe(true);
    expect(store.get(discardedAtom)?.id).toBe('t1');
    await store.set(undoDiscardAtom);
    expect(calls.filter((call) => !/hold|release/.test(call))).toEqual([
      'finish 0',
      'discard t1',
      'restore t1',
    ]);
    expect(store.get(draftsAtom)).toHaveLength(1);
  });
});

describe('the bytes of a discarded take', () => {
  it('are deleted when the undo time ends, not before', async () => {
    const { room, store, calls, start } = setUp();
    await start();
    room.recorder().chunk('a');
    await store.set(discardRecordingAtom);
    expect(calls).toEqual(['finish 0', 'hold t1', 'discard t1']);
    await store.set(forgetDiscardedAtom);
    expect(calls.slice(3)).toEqual(['drop t1', 'release t1']);
    expect(store.get(discardedAtom)).toBeNull();
  });

  it('are deleted when the page is left', async () => {
    const { room, store, calls, start } = setUp();
    await start();
    room.recorder().chunk('a');
    await store.set(discardRecordingAtom);
    await store.set(leaveRecorderAtom);
    expect(calls).toContain('drop t1');
  });

  it('can be restored while the next take runs', async () => {
    const { room, store, calls, phase, start } = setUp({ lastChunk: 'x' });
    await start();
    room.recorder().chunk('a');
    await store.set(stopRecordingAtom);
    await store.set(recordAgainAtom);
    expect(phase()).toBe('recording');
    await store.set(undoDiscardAtom);
    expect(phase()).toBe('recording');
    expect(calls.filter((call) => !/hold|release/.test(call))).toEqual([
      'finish 0',
      'discard t1',
      'restore t1',
    ]);
  });
});

describe('saving', () => {
  const failing = async (disk: DiskScript) => {
    const scene = setUp({ lastChunk: 'x' });
    await scene.start();
    await scene.store.set(stopRecordingAtom);
    Object.assign(scene.disk, disk);
    await scene.store.set(saveTakeAtom);
    return scene;
  };

  it('opens the editor', async () => {
    const { store } = await failing({});
    expect(store.get(recorderAtom)).toEqual({ phase: 'saved', next: 'editor' });
  });

  it('says that another tab deleted the take', async () => {
    const { store } = await failing({ gone: true });
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'nothing_to_save' });
    expect(failureMessage('nothing_to_save')).toBe('Keine Aufnahme zum Speichern vorhanden');
  });

  it('gives the reason when the disk does not answer', async () => {
    const { store, phase } = await failing({ broken: true });
    expect(phase()).toBe('finished');
    expect(store.get(problemAtom)).toEqual({ code: 'prepare_failed', reason: 'storage_unavailable' });
    expect(failureMessage('prepare_failed')).toBe('Fehler beim Vorbereiten der Aufnahme: {reason}');
  });

  it('reports a failed handoff and keeps the take', async () => {
    const { store, phase } = await failing({ noHandoff: true });
    expect(phase()).toBe('finished');
    expect(failureMessage(store.get(problemAtom)?.code ?? 'empty')).toBe(
      'Fehler beim Speichern der Aufnahme. Aufnahme ist möglicherweise zu groß.',
    );
  });
});

describe('conditions around a take', () => {
  it.each([
    [{ nearlyFull: true }, 'nearlyFull'],
    [{ otherTab: true }, 'otherTab'],
  ] as const)('%o is shown and does not block the recording', async (disk, remark) => {
    const { store, phase, start } = setUp({}, disk);
    await start();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(remarkAtom)).toBe(remark);
    expect(phase()).toBe('recording');
  });

  it('reports that the phone slept, after it wakes up', async () => {
    const { room, store, start } = setUp();
    await start();
    for (let chunk = 0; chunk < 12; chunk++) room.recorder().chunk('a');
    room.advance(60_000);
    room.document.visibilityState = 'visible';
    room.document.dispatchEvent(new Event('visibilitychange'));
    expect(store.get(remarkAtom)).toBe('slept');
  });

  it('reports a returned microphone and waits for the user', async () => {
    const { room, store, start } = setUp();
    await start();
    room.track.dispatchEvent(new Event('mute'));
    room.track.dispatchEvent(new Event('unmute'));
    expect(store.get(recorderAtom)).toMatchObject({ phase: 'interrupted', returned: true });
    await store.set(resumeRecordingAtom);
    expect(store.get(recorderAtom).phase).toBe('recording');
  });
});

describe('leaving the page', () => {
  it('shows a notice on the next page and leaves no handoff', async () => {
    const { room, store, session, start } = setUp({ lastChunk: 'z' });
    await start();
    room.advance(3000);
    await store.set(leaveRecorderAtom);
    expect(store.get(leftTakeAtom)).toEqual({ seconds: 3, how: 'saved' });
    expect(session.recording).toBeNull();
  });

  it('cancels a pending start', async () => {
    const { room, store, phase, start } = setUp({ lastChunk: 'z' });
    await start();
    const leaving = store.set(leaveRecorderAtom);
    const started = start();
    const leavingAgain = store.set(leaveRecorderAtom);
    await Promise.all([leaving, started, leavingAgain]);
    expect(room.constraints).toHaveLength(1);
    expect(phase()).toBe('idle');
  });

  it('keeps the take and closes the microphone', async () => {
    const { room, store, calls, phase, start } = setUp({ lastChunk: 'z' });
    await start();
    room.advance(3000);
    await store.set(leaveRecorderAtom);
    expect(calls).toEqual(['finish 3']);
    expect(room.track.stopped).toBe(true);
    expect(phase()).toBe('idle');
  });

  it('does not open the microphone during the permission prompt', async () => {
    const { room, store, calls, start, phase } = setUp();
    const started = start();
    await store.set(leaveRecorderAtom);
    await started;
    expect(room.track.stopped).toBe(true);
    expect(calls).toEqual([]);
    expect(phase()).toBe('idle');
  });
});

describe('drafts', () => {
  it('are recovered before opening when they were cut off', async () => {
    const { store, session, calls } = setUp();
    const draft = {
      id: 't1',
      reference: 'idb:take/t1',
      mimeType: 'audio/webm',
      startedAt: 0,
      interrupted: true,
    } as Draft;
    await store.set(openDraftAtom, draft);
    expect(calls).toEqual(['recover t1']);
    expect(session.recording?.file).toMatchObject({ data: 'idb:take/t1', size: 9 });
  });

  it('keep their edit when they are continued: the recording is added to it', async () => {
    const { store, addition, notes, calls, phase } = setUp();
    const draft = { id: 't0', reference: 'idb:take/t0', interrupted: false, startedAt: 0 } as Draft;
    const edited: Draft = { ...draft, mimeType: 'audio/webm' };
    notes.set('edit:idb:take/t0', { version: 2, seconds: 7 });
    await store.set(continueDraftAtom, edited);
    expect(phase()).toBe('recording');
    const place = { seconds: 7, at: 7, place: 'end' };
    expect(addition.value).toMatchObject({ draft: { file: { data: 'idb:take/t0' } }, ...place });
    await store.set(stopRecordingAtom);
    expect(calls).not.toContain('follows t0');
    // Without an edit it is continued itself, whatever was asked before.
    notes.clear();
    await store.set(continueDraftAtom, edited);
    expect([addition.value, calls.includes('follows t0')]).toEqual([null, true]);
    await store.set(leaveRecorderAtom);
  });

  it('are listed again when another tab has deleted one, and nothing opens', async () => {
    const { store, session, phase } = setUp({}, { gone: true });
    const draft = { id: 't0', reference: 'idb:take/t0', interrupted: false } as Draft;
    for (const action of [openDraftAtom, keepDraftAtom, continueDraftAtom])
      await expect(store.set(action, draft)).rejects.toThrow('not_found');
    expect(store.get(draftsAtom).map(({ id }) => id)).toEqual(['t1']);
    expect([session.recording, phase()]).toEqual([null, 'idle']);
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

  it('is refused when it is not audio', async () => {
    const { store, session } = setUp();
    const inspect = () => Promise.reject(new DspError('unsupported_format', 'no format of ours'));
    store.set(dspAtom, { inspect } as unknown as Dsp);
    const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
    expect(await store.set(pickFileAtom, file)).toBe(false);
    expect(session.upload).toBeNull();
  });

  it('goes to the share form, which names the format, if only the engine recognises it as audio', async () => {
    const { store, session } = setUp();
    const inspect = () => Promise.reject(new DspError('unsupported_codec', 'AMR'));
    store.set(dspAtom, { inspect } as unknown as Dsp);
    const file = new File(['#!AMR\n'], 'memo.amr', { type: '' });
    expect(await store.set(pickFileAtom, file)).toBe(true);
    expect(session.upload).toMatchObject({ name: 'memo.amr' });
  });
});

describe('the level log', () => {
  it('answers the last spans, the newest last, and zeros before the first reading', () => {
    const log = createStore().get(levelLogAtom);
    expect([...log.recent(3, 2)]).toEqual([0, 0, 0]);
    for (const rmsDb of [0, -54, -30, -27, -54]) log.append(0.1, rmsDb);
    expect([...log.recent(3, 2)]).toEqual([0, 1, 0.5]);
    log.append(0.1, -54);
    expect([...log.recent(2, 2)]).toEqual([0.5, 0]);
  });
});

describe('a mark', () => {
  it('is a place of the take, one for each press, also in a pause, and none before and after it', async () => {
    const { room, store, calls, start } = setUp({ lastChunk: 'z' });
    store.set(markAtom);
    await start();
    room.advance(2000);
    store.set(markAtom);
    await store.set(pauseRecordingAtom);
    store.set(markAtom);
    room.advance(5000);
    store.set(markAtom);
    await store.set(resumeRecordingAtom);
    room.advance(1000);
    store.set(markAtom);
    expect(store.get(marksAtom)).toEqual([2, 3]);
    await store.set(stopRecordingAtom);
    store.set(markAtom);
    expect(calls).toEqual(['mark 2', 'mark 3', 'finish 3']);
    await start();
    expect(store.get(marksAtom)).toEqual([]);
  });

  it.each([{ closed: true }, { full: true }])('is handed over with a take in memory: %o', async (disk) => {
    const { room, store, start, memoryMarks } = setUp({ lastChunk: 'z' }, disk);
    await start();
    room.advance(1000);
    store.set(markAtom);
    await store.set(stopRecordingAtom);
    expect(memoryMarks).toEqual([1]);
  });
});

describe('the sound check', () => {
  it('opens the microphone without a take and closes it when a take starts or the page is left', async () => {
    const { room, store, calls, start, phase } = setUp();
    store.set(microphoneChoiceAtom, 'desk');
    await store.set(startSoundCheckAtom);
    expect(store.get(microphoneAtom)).not.toBeNull();
    expect(phase()).toBe('idle');
    expect(room.constraints[0]?.audio).toMatchObject({ deviceId: { exact: 'desk' } });
    const recording = start();
    expect(room.track.stopped).toBe(true);
    await recording;
    expect(phase()).toBe('recording');
    await store.set(startSoundCheckAtom);
    expect(room.constraints).toHaveLength(2);
    await store.set(leaveRecorderAtom);
    const opening = store.set(startSoundCheckAtom);
    room.track.stopped = false;
    await store.set(leaveRecorderAtom);
    await opening;
    expect(room.track.stopped).toBe(true);
    expect(store.get(microphoneAtom)).toBeNull();
    expect(calls.filter((call) => call.startsWith('finish'))).toEqual([]);
  });

  it('says why the microphone does not open', async () => {
    const { room, store } = setUp();
    room.deny('NotAllowedError');
    await store.set(startSoundCheckAtom);
    expect(store.get(recorderAtom)).toEqual({ phase: 'failed', code: 'denied', isCheck: true });
    room.allow();
    await store.set(startSoundCheckAtom);
    expect(store.get(recorderAtom)).toEqual({ phase: 'idle' });
    expect(store.get(microphoneAtom)).not.toBeNull();
  });

  const heard = (...spans: [seconds: number, rmsDb: number, peak?: number][]) =>
    spans.flatMap(([seconds, rmsDb, peak = 0.1]) =>
      Array.from({ length: seconds * 10 }, () => ({ rmsDb, peak })),
    );

  it.each([
    ['stayQuiet', heard([1, -70])],
    ['speak', heard([3, -70])],
    ['noisy', heard([3, -42])],
    ['noisy', heard([2, -42], [2, -22])],
    ['good', heard([2, -42], [2, -12])],
    ['quiet', heard([2, -70], [2, -40])],
    ['good', heard([2, -70], [2, -24])],
    ['clipping', heard([2, -70], [0.2, -6, 1], [1, -20])],
    ['good', heard([2, -70], [0.2, -6, 1], [3, -20])],
  ])('advises %s', (advice, readings) => {
    expect(adviceOf(readings, false)).toBe(advice);
  });

  it('names the automatic gain as the cause of clipping', () => {
    expect(adviceOf(heard([1, -6, 1]), true)).toBe('raised');
  });
});
