import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptureState, createCapture } from '../../../src/audio/capture.ts';
import { captureObstacle, extensionFor } from '../../../src/audio/captureEnvironment.ts';
import { FakeRecorder, fakeRoom, type RecorderScript } from '../../support/audio/fakeMicrophone.ts';

async function setUp(script: RecorderScript = {}, natural = false) {
  const room = fakeRoom(script);
  const texts: Promise<string>[] = [];
  const states: CaptureState['phase'][] = [];
  const capture = createCapture(
    {
      natural,
      onChunk: (chunk) => texts.push(chunk.text()),
      onState: (state) => states.push(state.phase),
    },
    room.environment,
  );
  const recordedText = async () => (await Promise.all(texts)).join('');
  return { room, capture, states, recordedText };
}

describe('starting', () => {
  it('asks for the specified microphone and writes 128 kbit/s in 100 ms chunks', async () => {
    const { room, capture } = await setUp();
    await capture.start();
    expect(room.constraints[0]?.audio).toEqual({
      sampleRate: { ideal: 44_100 },
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
    expect(room.recorder().timeslice).toBe(100);
    expect(room.recorder().options.audioBitsPerSecond).toBe(128_000);
  });

  it('turns audio processing off for natural sound', async () => {
    const { room, capture } = await setUp({}, true);
    await capture.start();
    expect(room.constraints[0]?.audio).toMatchObject({
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    });
  });

  it('prefers the chosen microphone and says when another one records', async () => {
    const { environment, constraints, track } = fakeRoom();
    const calls = { onChunk: () => undefined, onState: () => undefined };
    const capture = createCapture({ natural: false, microphone: 'desk', ...calls }, environment);
    await capture.start();
    expect(constraints[0]?.audio).toMatchObject({ deviceId: { exact: 'desk' } });
    expect(capture.isOtherMicrophone).toBe(false);
    track.deviceId = 'phone';
    expect(capture.isOtherMicrophone).toBe(true);
    track.deviceId = 'desk';
    expect(capture.isOtherMicrophone).toBe(false);
  });

  it('opens another microphone when the chosen one is not there, and asks once more after no refusal', async () => {
    const { environment, constraints, deny, allow } = fakeRoom();
    const calls = { onChunk: () => undefined, onState: () => undefined };
    deny('OverconstrainedError');
    const ask = environment.getUserMedia;
    const getUserMedia: typeof ask = (asked) => ask?.(asked).finally(allow) as Promise<MediaStream>;
    const gone = createCapture(
      { natural: false, microphone: 'desk', ...calls },
      { ...environment, getUserMedia },
    );
    await gone.start();
    expect(gone.state.phase).toBe('recording');
    expect(constraints.map(({ audio }) => 'deviceId' in Object(audio))).toEqual([true, false]);
    deny('NotAllowedError');
    const refused = createCapture({ natural: false, microphone: 'desk', ...calls }, environment);
    await expect(refused.start()).rejects.toMatchObject({ code: 'denied' });
    expect(constraints).toHaveLength(3);
  });

  it('uses the first supported type', async () => {
    const { room, capture } = await setUp();
    FakeRecorder.supported = ['audio/wav', 'audio/mp4'];
    await capture.start();
    expect(room.recorder().mimeType).toBe('audio/mp4');
    expect(extensionFor('audio/mp4;codecs=mp4a.40.2')).toBe('mp4');
    expect(extensionFor('audio/webm;codecs=opus')).toBe('webm');
  });

  it('happens once', async () => {
    const { capture, room } = await setUp();
    await capture.start();
    await capture.start();
    expect(room.constraints).toHaveLength(1);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'no_device'],
    ['NotReadableError', 'in_use'],
    ['TypeError', 'init_failed'],
  ])('maps %s to %s', async (name, code) => {
    const { room, capture, states } = await setUp();
    room.deny(name);
    await expect(capture.start()).rejects.toMatchObject({ name: 'CaptureError', code });
    expect(states.at(-1)).toBe('stopped');
  });

  it.each([
    ['construct', 'init_failed'],
    ['start', 'start_failed'],
  ] as const)('closes the microphone when the recorder fails to %s', async (throwsOn, code) => {
    const { room, capture } = await setUp({ throwsOn });
    await expect(capture.start()).rejects.toMatchObject({ code });
    expect(room.track.stopped).toBe(true);
  });

  it('closes the microphone when the countdown fails', async () => {
    const { environment, track } = fakeRoom();
    const beforeRecording = async () => {
      throw new Error('no sound can be played');
    };
    const calls = { onChunk: () => undefined, onState: () => undefined };
    const capture = createCapture({ natural: false, beforeRecording, ...calls }, environment);
    await expect(capture.start()).rejects.toThrow('no sound can be played');
    expect([track.stopped, capture.state.phase]).toEqual([true, 'stopped']);
  });

  it('closes the microphone when cancelled during the permission prompt', async () => {
    const { room, capture } = await setUp();
    const started = capture.start();
    capture.cancel();
    await started;
    expect(room.track.stopped).toBe(true);
    expect(FakeRecorder.made).toHaveLength(0);
  });

  it('detects unsupported environments in advance', () => {
    const { environment } = fakeRoom();
    expect(captureObstacle(environment)).toBeNull();
    expect(captureObstacle({ ...environment, isSecureContext: false })).toBe('insecure');
    expect(captureObstacle({ ...environment, MediaRecorder: undefined })).toBe('unsupported');
    expect(captureObstacle({ ...environment, getUserMedia: undefined })).toBe('unsupported');
    FakeRecorder.supported = [];
    expect(captureObstacle(environment)).toBe('unsupported');
  });
});

describe('audio from the browser', () => {
  it('keeps every byte of empty, giant, late and single chunks', async () => {
    const { room, capture, recordedText } = await setUp({ lastChunk: 'tail', lateChunk: '' });
    await capture.start();
    const recorder = room.recorder();
    recorder.chunk('head');
    recorder.chunk('');
    recorder.chunk('x'.repeat(100_000));
    capture.pause();
    recorder.chunk('while paused');
    capture.resume();
    await capture.stop();
    expect(await recordedText()).toBe(`head${'x'.repeat(100_000)}while pausedtail`);
  });

  it('is stored when all of it arrives at stop', async () => {
    const { capture, recordedText } = await setUp({ lastChunk: 'all of it' });
    await capture.start();
    await capture.stop();
    expect(await recordedText()).toBe('all of it');
  });

  it('is dropped after cancel', async () => {
    const { room, capture, recordedText } = await setUp({ lastChunk: 'tail' });
    await capture.start();
    room.recorder().chunk('head');
    capture.cancel();
    expect(await recordedText()).toBe('head');
    expect(room.track.stopped).toBe(true);
  });

  it('ends even if the recorder never fires stop', async () => {
    vi.useFakeTimers();
    const { capture, states } = await setUp({ silentStop: true });
    await capture.start();
    const stopped = capture.stop();
    await vi.advanceTimersByTimeAsync(3000);
    await stopped;
    expect(states.at(-1)).toBe('stopped');
    vi.useRealTimers();
  });
});

describe('the clock', () => {
  it('excludes pauses, whenever chunks arrive', async () => {
    const { room, capture } = await setUp();
    await capture.start();
    room.advance(4000);
    capture.pause();
    room.advance(2000);
    room.recorder().chunk('still collecting');
    room.advance(1000);
    capture.resume();
    room.advance(1500);
    expect(capture.elapsedSeconds()).toBe(5.5);
    await capture.stop();
    room.advance(9000);
    expect(capture.elapsedSeconds()).toBe(5.5);
  });
});

describe('an interruption', () => {
  it('by mute pauses and can resume', async () => {
    const { room, capture } = await setUp();
    await capture.start();
    room.advance(1000);
    room.track.dispatchEvent(new Event('mute'));
    expect(capture.state).toEqual({ phase: 'interrupted', cause: 'muted', canContinue: true });
    expect(room.recorder().state).toBe('paused');
    room.advance(5000);
    capture.resume();
    expect(capture.state.phase).toBe('recording');
    expect(capture.elapsedSeconds()).toBe(1);
  });

  it.each([
    ['ended', (room: ReturnType<typeof fakeRoom>) => room.track.dispatchEvent(new Event('ended'))],
    ['error', (room: ReturnType<typeof fakeRoom>) => room.recorder().fail()],
  ])('by %s keeps the recorded audio and can only finish', async (cause, happen) => {
    const { room, capture, recordedText } = await setUp({ lastChunk: ' and tail' });
    await capture.start();
    room.recorder().chunk('head');
    happen(room);
    expect(capture.state).toEqual({ phase: 'interrupted', cause, canContinue: false });
    capture.resume();
    expect(capture.state.phase).toBe('interrupted');
    await capture.stop();
    expect(await recordedText()).toBe('head and tail');
    expect(room.track.stopped).toBe(true);
  });
});

describe('a recorder that stops unexpectedly', () => {
  const stopped = { phase: 'interrupted', cause: 'stopped', canContinue: false };
  const SECOND = 1000;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function recording() {
    const scene = await setUp({});
    await scene.capture.start();
    const { room } = scene;
    /** Delivers ten chunks per second, or none. */
    const pass = async (seconds: number, text: string | null) => {
      for (let i = 0; i < seconds; i++) {
        for (let chunk = 0; text !== null && chunk < 10; chunk++) room.recorder().chunk(text);
        room.advance(SECOND);
        await vi.advanceTimersByTimeAsync(SECOND);
      }
    };
    return { ...scene, pass };
  }

  it.each([
    ['says so', true],
    ['says nothing', false],
  ])('keeps the recorded audio and stops the clock when the recorder %s', async (_name, says) => {
    const { room, capture, recordedText, pass } = await recording();
    await pass(2, 'x');
    room.recorder().die(says);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(capture.state).toEqual(stopped);
    expect(room.track.stopped).toBe(true);
    room.advance(60 * SECOND);
    expect(capture.elapsedSeconds()).toBe(2);
    await capture.stop();
    expect(await recordedText()).toBe('x'.repeat(20));
  });

  it('is detected during a pause', async () => {
    const { room, capture } = await recording();
    capture.pause();
    room.recorder().die(true);
    expect(capture.state).toEqual(stopped);
  });

  it('is detected when chunks stop arriving, and only recorded time counts', async () => {
    const { capture, pass } = await recording();
    await pass(3, 'x');
    await pass(4, null);
    expect(capture.state.phase).toBe('recording');
    await pass(1, null);
    expect(capture.state).toEqual(stopped);
    expect(capture.elapsedSeconds()).toBeLessThanOrEqual(3);
  });

  it('is not assumed when only empty chunks arrive, since all audio may come at stop', async () => {
    const { room, capture, pass } = await recording();
    await pass(20, '');
    expect(capture.state.phase).toBe('recording');
    expect(room.recorder().flushes).toBeGreaterThan(0);
  });

  it('is not assumed after silence in a pause, on a hidden page or during device sleep', async () => {
    const { room, capture, pass } = await recording();
    await pass(2, 'x');
    capture.pause();
    await pass(20, null);
    capture.resume();
    await pass(2, null);
    expect(capture.state.phase).toBe('recording');
    room.document.visibilityState = 'hidden';
    await pass(20, null);
    room.document.visibilityState = 'visible';
    room.document.dispatchEvent(new Event('visibilitychange'));
    room.advance(3600 * SECOND);
    await pass(2, null);
    expect(capture.state.phase).toBe('recording');
  });

  it.each([
    ['ended', { readyState: 'ended' }, false],
    ['muted', { muted: true }, true],
  ])('interrupts when the track is %s without an event', async (cause, change, canContinue) => {
    const { room, capture, pass } = await recording();
    Object.assign(room.track, change);
    await pass(2, 'x');
    expect(capture.state).toEqual({ phase: 'interrupted', cause, canContinue });
  });

  it('does not interrupt on a requested stop', async () => {
    const { capture, states } = await recording();
    await capture.stop();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(states).toEqual(['requesting', 'recording', 'stopped']);
  });

  it('waits while the system holds all audio, and can resume afterwards', async () => {
    const { room, capture } = await recording();
    capture.hold(true);
    expect(capture.state).toEqual({ phase: 'interrupted', cause: 'muted', canContinue: true });
    expect(room.recorder().state).toBe('paused');
    capture.hold(false);
    expect(capture.state).toMatchObject({ phase: 'interrupted', returned: true });
    capture.resume();
    expect(room.recorder().state).toBe('recording');
  });
});

describe('the page', () => {
  it('flushes when hidden or closed, and holds a wake lock', async () => {
    const { room, capture } = await setUp();
    await capture.start();
    expect(room.locks.taken).toBe(1);
    room.document.visibilityState = 'hidden';
    room.document.dispatchEvent(new Event('visibilitychange'));
    room.window.dispatchEvent(new Event('pagehide'));
    expect(room.recorder().flushes).toBe(2);
    room.document.visibilityState = 'visible';
    room.document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    expect(room.locks.taken).toBe(2);
    await capture.stop();
    expect(room.locks.released).toBe(2);
    room.window.dispatchEvent(new Event('pagehide'));
    expect(room.recorder().flushes).toBe(2);
  });
});

describe('calls in the wrong order (row 27)', () => {
  it('have no effect', async () => {
    const { capture, states } = await setUp();
    capture.pause();
    capture.resume();
    capture.cancel();
    await capture.stop();
    expect(states).toEqual([]);
    await capture.start();
    capture.resume();
    capture.pause();
    capture.pause();
    expect(states).toEqual(['requesting', 'recording', 'paused']);
  });
});
