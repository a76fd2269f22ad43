// The two recording pages with real components, atoms, storage and microphone; doubles only for browser failures.
import { createStore } from 'jotai/vanilla';
import { type NavigateFunction, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createCapture } from '../../../../src/audio/capture.ts';
import { recorderPortsAtom } from '../../../../src/features/recorder/ports.ts';
import { editKey } from '../../../../src/lib/editNotes.ts';
import { RecorderPage } from '../../../../src/pages/RecorderPage.tsx';
import { RecordPage } from '../../../../src/pages/RecordPage.tsx';
import { isRecordingAtom } from '../../../../src/state/sound.ts';
import { closeDatabase, DATABASE_NAME } from '../../../../src/storage/database.ts';
import { listTakes } from '../../../../src/storage/drafts.ts';
import { putFile, putRecord, recordOf } from '../../../../src/storage/files.ts';
import {
  clearAddition,
  marksOf,
  openReference,
  readRecordingData,
  readUploadFile,
  writeAddition,
} from '../../../../src/storage/handoff.ts';
import { writeNote } from '../../../../src/storage/notes.ts';
import { putOutbox } from '../../../../src/storage/outbox.ts';
import { pickedFiles } from '../../../../src/storage/pickedFiles.ts';
import { fileReference } from '../../../../src/storage/references.ts';
import { allTakes } from '../../../../src/storage/takeRecords.ts';
import { type FakeRoom, fakeRoom, type RecorderScript } from '../../../support/audio/fakeMicrophone.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer } from '../../../support/server/fakeServer.ts';

/** Longer than the 1500 ms after which a take saves itself. */
const PAST_AUTO_SAVE_MS = 2200;

const PAUSED_MS = 2000;

let tracks: MediaStreamTrack[] = [];

beforeEach(async () => {
  await page.viewport(360, 640);
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  await closeDatabase();
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
  tracks = [];
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

let goTo: NavigateFunction;
function Place() {
  goTo = useNavigate();
  return <p>at {useLocation().pathname}</p>;
}

/** Opens a page; `room` replaces the browser's microphone with a scripted one. */
async function open(path: '/record' | '/record/recorder', room?: FakeRoom) {
  const store = createStore();
  fakeServer(store, {});
  if (room) {
    store.set(recorderPortsAtom, {
      ...store.get(recorderPortsAtom),
      createCapture: (options) => createCapture(options, room.environment),
    });
  }
  const { screen } = await renderApp(
    <>
      <Place />
      <Routes>
        <Route path="/record" element={<RecordPage />} />
        <Route path="/record/recorder" element={<RecorderPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { path, store },
  );
  const heading = (name: string) => expect.element(screen.getByRole('heading', { name })).toBeVisible();
  const press = (name: string | RegExp) => screen.getByRole('button', { name, exact: true }).click();
  const at = (pathname: string) =>
    expect.element(screen.getByText(`at ${pathname}`, { exact: true })).toBeVisible();
  return { screen, store, heading, press, at, goTo };
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const microphoneIsOff = () =>
  expect.poll(() => tracks.map((track) => track.readyState)).not.toContain('live');
const dialog = () => document.querySelector('dialog[open]');

/** A short recording, ended by the button. */
async function recordOnce(scene: Awaited<ReturnType<typeof open>>) {
  await scene.press('Start recording');
  await scene.heading('Have fun!');
  await pass(400);
  await scene.press('Stop recording');
  await expect.poll(dialog).not.toBeNull();
}

describe('the record page (row 25)', () => {
  it('records without pauses, shows its state, and keeps the buttons in place (row 25)', async () => {
    const scene = await open('/record');
    await scene.heading('Ready?');
    const place = (name: string) => {
      const { x, y, width } = scene.screen.getByRole('button', { name }).element().getBoundingClientRect();
      return { x: x + width / 2, y: y + width / 2 };
    };
    const felt = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    const before = place('Start recording');
    /** It grows about its middle, in fractions of a pixel. */
    const expectSamePlace = () => {
      const { x, y } = place('Stop recording');
      expect(Math.hypot(x - before.x, y - before.y)).toBeLessThan(1);
    };
    const started = performance.now();
    await scene.press('Start recording');
    await scene.heading('Have fun!');
    expectSamePlace();
    await expect.poll(() => felt.mock.calls).toEqual([[15]]);
    const named = (name: string) => scene.screen.getByRole('button', { name }).element() as HTMLElement;
    const controls = ['Discard', 'Pause', 'Stop recording'].map(named);
    // Without the growth under a resting pointer.
    expect(controls.map((control) => control.offsetWidth)).toEqual([56, 56, 112]);
    const [discard, pause, stop] = controls.map((control) => control.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
      DOMRect,
    ];
    expect(stop.left - discard.right).toBeCloseTo(pause.left - stop.right);
    expect(discard.top).toBe(pause.top);
    await expect.element(scene.screen.getByRole('timer')).toHaveTextContent('00:01');
    await scene.press('Pause');
    await scene.heading('Paused');
    expectSamePlace();
    const paused = scene.screen.getByRole('timer').element().textContent;
    await pass(PAUSED_MS);
    expect(scene.screen.getByRole('timer').element().textContent).toBe(paused);
    await scene.press('Continue');
    await scene.heading('Have fun!');
    await scene.press('Stop recording');
    const seconds = (performance.now() - started) / 1000;
    await scene.at('/audio-editor');
    await expect.poll(() => felt.mock.calls).toEqual([[15], [15]]);
    await microphoneIsOff();
    const recording = readRecordingData();
    expect(recording?.duration).toBeGreaterThan(1);
    expect(recording?.duration).toBeLessThan(seconds - PAUSED_MS / 1000);
    expect((await openReference(recording?.file.data ?? '')).size).toBe(recording?.file.size);
  });

  it('shows 00:00 after a cancel and stores nothing once the page is left (row 25)', async () => {
    const scene = await open('/record');
    await scene.press('Start recording');
    await expect.element(scene.screen.getByRole('timer')).toHaveTextContent('00:01');
    await scene.press('Discard');
    await scene.heading('Ready?');
    await expect.element(scene.screen.getByRole('timer')).toHaveTextContent('00:00');
    await expect.element(scene.screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    await microphoneIsOff();
    expect(readRecordingData()).toBeNull();
    await scene.screen.unmount();
    await expect.poll(allTakes).toEqual([]);
  });

  it('hands an audio file to the share form and refuses other files (row 25)', async () => {
    const scene = await open('/record');
    const input = () => scene.screen.getByLabelText('Upload file').elements().at(-1) as HTMLInputElement;
    expect(input().accept.split(',')).toEqual(
      expect.arrayContaining(['audio/*', 'audio/x-m4a', '.m4a', '.mov']),
    );
    await expect
      .element(
        scene.screen.getByText(
          'Alternatively to recording, you can also upload an audio file from your device.',
        ),
      )
      .toBeVisible();
    await userEvent.upload(input(), new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }));
    await expect
      .element(scene.screen.getByText('Bitte wählen Sie eine gültige Audio-Datei (MP3, WAV, OGG, etc.)'))
      .toBeVisible();
    await scene.at('/record');
    const head = '\0\0\0\x20ftypM4A \0\0\0\0';
    await userEvent.upload(input(), new File([head], 'memo.m4a', { type: 'audio/x-m4a' }));
    await scene.at('/upload');
    expect(readUploadFile()?.name).toBe('memo.m4a');
  });

  it('opens the editor in one transition, and in none with reduced motion', async () => {
    const begun = vi.spyOn(document, 'startViewTransition');
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Edit');
    await scene.at('/audio-editor');
    expect(begun).toHaveBeenCalledTimes(1);
    await scene.screen.unmount();
    const ask = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('reduced-motion') ? ({ matches: true } as MediaQueryList) : ask(query),
    );
    const still = await open('/record');
    await recordOnce(still);
    await still.press('Edit');
    await still.at('/audio-editor');
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('asks what to do with the take and waits after a touch (row 25)', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await userEvent.keyboard('{Shift}');
    await pass(PAST_AUTO_SAVE_MS);
    await scene.at('/record');
    await scene.press('Keep for later');
    await expect.poll(dialog).toBeNull();
    expect(readRecordingData()).toBeNull();
    await expect.element(scene.screen.getByRole('heading', { name: 'Drafts on this phone' })).toBeVisible();
    await scene.press('Edit');
    await scene.at('/audio-editor');
    expect(readRecordingData()?.file.size).toBeGreaterThan(0);
  });

  it('publishes without editing (row 25)', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Publish as is');
    await scene.at('/upload');
    expect(readUploadFile()).toBeNull();
    expect(readRecordingData()?.file.name).toMatch(/^recording_\d+\.webm$/);
  });

  it.each([
    [true, 'Too loud: the browser raises the level. Turn on Natural sound', 'try Natural sound'],
    [false, 'Too loud. Move back a little.', 'too loud in places'],
  ])(
    'suggests Natural sound for a clipping voice only if automatic gain is on: %s',
    async (autoGainControl, hint, verdict) => {
      const context = new AudioContext();
      const voice = new OscillatorNode(context);
      const room = new MediaStreamAudioDestinationNode(context);
      voice.connect(new GainNode(context, { gain: 4 })).connect(room);
      voice.start();
      const [track] = room.stream.getAudioTracks();
      if (track) track.getSettings = () => ({ autoGainControl });
      vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(room.stream);
      const scene = await open('/record');
      await scene.press('Start recording');
      await expect.element(scene.screen.getByText(hint)).toBeVisible();
      await scene.press('Stop recording');
      await expect.element(scene.screen.getByText(verdict)).toBeVisible();
      await context.close();
    },
  );

  it('continues a draft as one take (row 25)', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Keep for later');
    const [first] = await listTakes();
    await scene.press(/^More for/);
    await scene.press('Record more');
    await scene.heading('Have fun!');
    await pass(400);
    await scene.press('Stop recording');
    await scene.press('Edit');
    await scene.at('/audio-editor');
    const takes = await listTakes();
    expect(takes.length).toBe(1);
    expect(takes[0]?.follows).toBe(first?.id);
    expect(takes[0]?.sizeBytes).toBeGreaterThan(first?.sizeBytes ?? 0);
    expect(takes[0]?.seconds).toBeGreaterThan(first?.seconds ?? 0);
  });
});

describe('the sound check', () => {
  it('advises in words while the microphone is open, and a take starts from it', async () => {
    const scene = await open('/record');
    await scene.press('Check the sound');
    await expect.element(scene.screen.getByText('Stay quiet for a moment.')).toBeVisible();
    // The beeps of the browser's own microphone.
    await expect.element(scene.screen.getByText(/^(Good level|Too|The room)/)).toBeVisible();
    await scene.press('End check');
    await microphoneIsOff();
    await scene.press('Check the sound');
    await recordOnce(scene);
    await microphoneIsOff();
    expect(await listTakes()).toHaveLength(1);
  });

  it('starts again after a refusal, and only a press on the button records', async () => {
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    );
    const scene = await open('/record');
    await scene.press('Check the sound');
    await scene.press('Erneut versuchen');
    await expect.element(scene.screen.getByText('Stay quiet for a moment.')).toBeVisible();
    await scene.heading('Ready?');
    await scene.press('End check');
    await expect.element(scene.screen.getByRole('button', { name: 'Check the sound' })).toHaveFocus();
    await microphoneIsOff();
    expect(await allTakes()).toEqual([]);
  });
});

describe('the notes', () => {
  it('are kept, can be read but not changed during a take, and leave the button on the first screen', async () => {
    await page.viewport(320, 568);
    const scene = await open('/record');
    await scene.press('Notes');
    const notes = scene.screen.getByRole('textbox', { name: 'Notes, only on this device' });
    await notes.fill('Once upon a time');
    await scene.press('Start recording');
    await scene.press('Close notes');
    await expect.element(notes).not.toBeInTheDocument();
    await scene.press('Notes');
    await expect.element(notes).toHaveValue('Once upon a time');
    expect((notes.element() as HTMLTextAreaElement).readOnly).toBe(true);
    const stop = scene.screen.getByRole('button', { name: 'Stop recording' });
    expect(stop.element().getBoundingClientRect().bottom).toBeLessThan(568);
    await stop.click();
    await scene.press('Keep for later');
    await expect.element(notes).toHaveValue('Once upon a time');
  });
});

describe('a recording that is added to a draft', () => {
  it('has all its buttons on the first screen, and is not published alone', async () => {
    await page.viewport(320, 568);
    const file = { name: 'a.webm', size: 1, type: 'audio/webm', data: 'idb:take/gone', tempTrackId: 'p' };
    const draft = { file, duration: 9, recordedAt: '', edited: false, title: 'Moments of 21.11.2026' };
    writeAddition({ draft, seconds: 9, at: 9, place: 'end', askedAt: 0 });
    const scene = await open('/record');
    await expect.element(scene.screen.getByText(/^Your next recording is added/)).toBeVisible();
    await scene.press('Start recording');
    await scene.heading('Have fun!');
    for (const name of ['Pause', 'Discard', 'Set marker']) {
      const { bottom } = scene.screen.getByRole('button', { name }).element().getBoundingClientRect();
      expect(bottom, name).toBeLessThan(568);
    }
    await scene.press('Stop recording');
    await expect.element(scene.screen.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect.element(scene.screen.getByRole('button', { name: 'Publish as is' })).not.toBeInTheDocument();
    await scene.press('Keep for later');
    await expect.element(scene.screen.getByText(/^Your next recording is added/)).toBeVisible();
    clearAddition();
  });
});

describe('the marks of a take', () => {
  it('are set by one press or one key, counted, kept with the draft, and continued', async () => {
    const scene = await open('/record');
    const felt = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    await scene.press('Start recording');
    await scene.heading('Have fun!');
    await userEvent.keyboard('m');
    await expect.element(scene.screen.getByText(/^Marker 1 at 0:0/)).toBeInTheDocument();
    await pass(300);
    await scene.press('Set marker');
    await expect.element(scene.screen.getByText(/^Marker 2 at 0:0/)).toBeInTheDocument();
    expect(felt.mock.calls).toHaveLength(3);
    await scene.press('Stop recording');
    await scene.press('Keep for later');
    await expect.element(scene.screen.getByText('Markers: 2')).toBeVisible();
    await scene.press(/^More for/);
    await scene.press('Record more');
    await scene.heading('Have fun!');
    await expect.element(scene.screen.getByRole('button', { name: 'Set marker' })).toHaveTextContent('2');
    await scene.press('Set marker');
    await expect.element(scene.screen.getByText(/^Marker 3 at 0:0/)).toBeInTheDocument();
    await scene.press('Stop recording');
    await scene.press('Edit');
    await scene.at('/audio-editor');
    const [take] = await listTakes();
    expect(take?.marks).toHaveLength(3);
    expect(take?.marks?.toSorted((a, b) => a - b)).toEqual(take?.marks);
    expect(await marksOf(readRecordingData()?.file.data ?? '')).toEqual(take?.marks);
  });

  it('are set on the page that starts by itself, in its language', async () => {
    const scene = await open('/record/recorder');
    await scene.heading('Aufnahme läuft');
    await scene.press('Marker setzen');
    await expect.element(scene.screen.getByText(/^Marker 1 bei 0:0/)).toBeInTheDocument();
    await userEvent.keyboard('m');
    await expect.element(scene.screen.getByText('Marker 2', { exact: true })).toBeVisible();
    await scene.press('Aufnahme beenden');
    await expect.poll(async () => (await listTakes())[0]?.marks).toHaveLength(2);
  });
});

describe('the last minute', () => {
  it('is drawn while recording, with the marks', async () => {
    const scene = await open('/record');
    await scene.press('Start recording');
    const wave = () => document.querySelectorAll<HTMLCanvasElement>('section canvas')[1];
    /** Columns that are filled from top to bottom. */
    const fullColumns = () => {
      const canvas = wave();
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const [width, height] = [canvas?.width ?? 0, canvas?.height ?? 0];
      const isSet = (x: number, y: number) => (pixels[(y * width + x) * 4 + 3] ?? 0) > 200;
      return Array.from({ length: width }, (_, x) => x).filter(
        (x) => isSet(x, 0) && isSet(x, height >> 1) && isSet(x, height - 1),
      ).length;
    };
    const heard = () => {
      const canvas = wave();
      return canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
    };
    await expect.poll(heard).toBe(true);
    expect(fullColumns()).toBe(0);
    await scene.press('Set marker');
    await expect.poll(fullColumns).toBeGreaterThan(0);
    await scene.press('Stop recording');
    await expect.poll(wave).toBeUndefined();
  });
});

describe('hearing oneself', () => {
  const heardBy = (kind: 'connect' | 'disconnect') => {
    const spy = vi.spyOn(AudioNode.prototype, kind);
    return () => spy.mock.contexts.filter((node) => (node as unknown) instanceof GainNode).length;
  };

  it('starts after a warning about loudspeakers, and ends with the take', async () => {
    localStorage.setItem('aural.naturalSound', 'true');
    const [on, off] = [heardBy('connect'), heardBy('disconnect')];
    const scene = await open('/record');
    await scene.press('Start recording');
    await scene.press('Hear yourself');
    await expect.element(scene.screen.getByText(/whistles loudly/)).toBeVisible();
    await scene.press('Not now');
    await expect.poll(dialog).toBeNull();
    expect(on()).toBe(0);
    await scene.press('Hear yourself');
    await scene.press('Headphones are on');
    await expect.poll(on).toBe(1);
    const button = scene.screen.getByRole('button', { name: 'Hear yourself' });
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    expect(off()).toBe(0);
    await scene.press('Stop recording');
    await expect.poll(off).toBe(1);
    await scene.press('Record again');
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    expect(on()).toBe(1);
  });

  it('is refused while echo cancellation would change the recording', async () => {
    const on = heardBy('connect');
    const scene = await open('/record');
    await scene.press('Start recording');
    await scene.press('Hear yourself');
    await expect.element(scene.screen.getByText(/Turn on Natural sound before the take/)).toBeVisible();
    expect(scene.screen.getByRole('button', { name: 'Headphones are on' }).query()).toBeNull();
    await scene.press('Close');
    expect(on()).toBe(0);
  });
});

describe('the choice of microphone', () => {
  it('appears after the permission, follows the devices and is kept', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Keep for later');
    const choice = scene.screen.getByRole('combobox', { name: 'Microphone' });
    await expect.element(choice).toHaveTextContent('Automatic');
    const all = await navigator.mediaDevices.enumerateDevices();
    const second = all.find(
      (each) => each.kind === 'audioinput' && each.label.endsWith(' 2'),
    ) as MediaDeviceInfo;
    await choice.selectOptions(second.label);
    expect(localStorage.getItem('aural.microphone')).toBe(JSON.stringify(second.deviceId));
    await recordOnce(scene);
    expect(tracks.at(-1)?.getSettings().deviceId).toBe(second.deviceId);
    await scene.press('Keep for later');

    const devices = vi.spyOn(navigator.mediaDevices, 'enumerateDevices');
    devices.mockResolvedValue(
      all.filter((each) => each.deviceId !== second.deviceId && each.deviceId !== 'default'),
    );
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    await expect.element(scene.screen.getByText('The microphone you chose isn’t connected')).toBeVisible();
    await expect.element(choice).not.toBeInTheDocument();
    devices.mockResolvedValue(all);
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    await expect.element(choice).toHaveValue(second.deviceId);
    devices.mockRestore();
  });
});

describe('many drafts', () => {
  it('are searched by their names from nine on', async () => {
    for (let n = 1; n <= 8; n++) await putFile(new Blob(['x']), `walk ${n}.mp3`);
    const { unmount } = (await open('/record')).screen;
    await expect.poll(() => document.body.textContent).toContain('walk 8.mp3');
    expect(document.querySelector('input[type=search]')).toBeNull();
    await unmount();
    await putFile(new Blob(['x']), 'Rain at night.mp3');
    const { screen } = await open('/record');
    const field = screen.getByRole('searchbox', { name: 'Search your recordings' });
    await field.fill('night rain');
    await expect.element(screen.getByText('Rain at night.mp3')).toBeVisible();
    await expect.element(screen.getByText('walk 1.mp3')).not.toBeInTheDocument();
    await field.fill('snow');
    await expect.element(screen.getByText('No recording is called “snow”.')).toBeVisible();
  });
});

describe('a draft', () => {
  it('plays with one press, another one with the next, and nothing once it is deleted', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Keep for later');
    await putFile(new Blob(['no sound'], { type: 'audio/mpeg' }), 'broken.mp3');
    await scene.goTo('/');
    await scene.at('/');
    await scene.goTo('/record');
    await scene.press(/^Play Recording, /);
    await expect.element(scene.screen.getByRole('button', { name: /^Stop Recording, / })).toBeVisible();
    await scene.press('Play broken.mp3');
    await expect.element(scene.screen.getByText('Couldn’t play this here.')).toBeVisible();
    await scene.press(/^Play Recording, /);
    await scene.press(/^More for Recording, /);
    await scene.press('Delete');
    expect(scene.screen.getByRole('button', { name: /^Stop Recording/ }).query()).toBeNull();
  });

  it('has a name that stays on this phone, also when it is continued', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Keep for later');
    await scene.press(/^More for Recording, /);
    await scene.press('Rename');
    const field = scene.screen.getByRole('textbox', { name: 'Name, only on this phone' });
    await expect.element(field).toHaveFocus();
    await field.fill('  Monday, second try ');
    await scene.press('Save');
    await expect
      .element(scene.screen.getByRole('button', { name: 'Rename Monday, second try' }))
      .toHaveFocus();
    expect((await listTakes())[0]?.name).toBe('Monday, second try');
    await scene.press('Rename Monday, second try');
    await userEvent.keyboard('Sunday{Escape}');
    await scene.press(/^More for/);
    await scene.press('Record more');
    await scene.heading('Have fun!');
    await pass(400);
    await scene.press('Stop recording');
    await scene.press('Edit');
    await scene.at('/audio-editor');
    expect((await listTakes()).map(({ name }) => name)).toEqual(['Monday, second try']);
    expect(sessionStorage.getItem('recordingData')).not.toContain('Monday');
  });
});

describe('the recorder page (row 26)', () => {
  it('starts and saves automatically (row 26)', async () => {
    sessionStorage.setItem('uploadFile', '{"name":"old","type":"","size":1,"data":"idb:file/1"}');
    const scene = await open('/record/recorder');
    await scene.heading('Browser wird überprüft...');
    await expect.element(scene.screen.getByText('Überprüfung der Audioaufnahme-Funktion')).toBeVisible();
    await scene.heading('Aufnahme läuft');
    expect(readUploadFile()).toBeNull();
    await scene.press('Pause');
    await scene.heading('Aufnahme pausiert');
    await scene.press('Fortsetzen');
    await scene.heading('Aufnahme läuft');
    await scene.press('Aufnahme beenden');
    await scene.heading('Aufnahme abgeschlossen');
    await scene.heading('Aufnahme wird vorbereitet...');
    await scene.at('/audio-editor');
    expect(readRecordingData()?.file.size).toBeGreaterThan(0);
    await microphoneIsOff();
  });

  it('stops the automatic save on a preview and restarts after a discard (row 26)', async () => {
    const scene = await open('/record/recorder');
    await expect.element(scene.screen.getByRole('timer')).toHaveTextContent('00:01');
    await scene.press('Aufnahme beenden');
    await scene.press('Anhören');
    await pass(PAST_AUTO_SAVE_MS);
    await scene.at('/record/recorder');
    await scene.heading('Aufnahme abgeschlossen');
    await scene.press('Verwerfen');
    await scene.heading('Aufnahme läuft');
    await expect.element(scene.screen.getByText('Aufnahme verworfen')).toBeVisible();
    await scene.press('Undo');
    await expect.poll(async () => (await listTakes()).length).toBe(1);
    await scene.heading('Aufnahme läuft');
  });

  it('says that the browser cannot record and links back (row 26)', async () => {
    vi.stubGlobal('MediaRecorder', undefined);
    const scene = await open('/record/recorder');
    await scene.heading('Aufnahme nicht unterstützt');
    await expect
      .element(scene.screen.getByText('Ihr Browser unterstützt die Audioaufnahme nicht'))
      .toBeVisible();
    await scene.screen.getByRole('link', { name: 'Zurück' }).click();
    await scene.at('/record');
  });

  it('shows the exact refusal and asks for the microphone again on retry (row 26)', async () => {
    const room = fakeRoom();
    room.deny('NotAllowedError');
    const scene = await open('/record/recorder', room);
    await expect
      .element(scene.screen.getByRole('alert'))
      .toHaveTextContent(
        'Mikrofon-Zugriff wurde verweigert. Bitte erlauben Sie den Zugriff und versuchen Sie es erneut.',
      );
    await scene.heading('Bereit zur Aufnahme');
    room.allow();
    await scene.press('Erneut versuchen');
    await scene.heading('Aufnahme läuft');
    expect(room.constraints).toHaveLength(2);
  });
});

describe('the capture engine (row 27)', () => {
  const script: [
    string,
    RecorderScript,
    string,
    (room: FakeRoom, press: (name: string) => Promise<void>) => unknown,
  ][] = [
    ['to initialise', { throwsOn: 'construct' }, 'Fehler beim Initialisieren der Aufnahme', () => undefined],
    ['to start', { throwsOn: 'start' }, 'Fehler beim Starten der Aufnahme', () => undefined],
    [
      'to pause',
      { throwsOn: 'pause', lastChunk: 'x' },
      'Fehler beim Pausieren der Aufnahme',
      (_, press) => press('Pause'),
    ],
    [
      'to resume',
      { throwsOn: 'resume', lastChunk: 'x' },
      'Fehler beim Fortsetzen der Aufnahme',
      async (_, press) => {
        await press('Pause');
        await press('Fortsetzen');
      },
    ],
    [
      'to stop',
      { throwsOn: 'stop' },
      'Fehler beim Stoppen der Aufnahme',
      (_, press) => press('Aufnahme beenden'),
    ],
    ['in the recorder', { lastChunk: 'x' }, 'Aufnahmefehler', (room) => room.recorder().fail()],
    ['with no data', {}, 'Keine Aufnahmedaten vorhanden', (_, press) => press('Aufnahme beenden')],
    [
      'with an empty take',
      { lastChunk: '' },
      'Aufnahme ist leer. Bitte versuche es erneut.',
      (_, press) => press('Aufnahme beenden'),
    ],
  ];
  it.each(script)(
    'shows the sentence of failure %s and closes the microphone (row 27)',
    async (_, fault, text, act) => {
      const room = fakeRoom(fault);
      const scene = await open('/record/recorder', room);
      if (fault.throwsOn !== 'construct' && fault.throwsOn !== 'start') {
        await scene.heading('Aufnahme läuft');
        if (fault.throwsOn === 'stop') room.recorder().chunk('kept');
        await act(room, scene.press);
      }
      await expect.element(scene.screen.getByText(text)).toBeVisible();
      expect(room.track.stopped).toBe(true);
    },
  );

  it('closes the microphone when a cancel fails (row 27)', async () => {
    const room = fakeRoom({ throwsOn: 'stop' });
    const scene = await open('/record', room);
    await scene.press('Start recording');
    await scene.heading('Have fun!');
    await scene.press('Discard');
    await expect.element(scene.screen.getByText('Fehler beim Abbrechen der Aufnahme')).toBeVisible();
    expect(room.track.stopped).toBe(true);
  });

  it('turns the microphone off after leaving and keeps the take (row 27)', async () => {
    const scene = await open('/record');
    await scene.press('Start recording');
    await expect.element(scene.screen.getByRole('timer')).toHaveTextContent('00:01');
    await scene.screen.unmount();
    await microphoneIsOff();
    await expect.poll(async () => (await listTakes()).length).toBe(1);
    expect(scene.store.get(isRecordingAtom)).toBe(false);
    // About one chunk per 100 ms.
    expect((await listTakes())[0]?.chunks).toBeGreaterThan(5);
  });

  it('starts no recorder when the countdown is cancelled (row 27)', async () => {
    const scene = await open('/record');
    await scene.screen.getByLabelText('Count down from 3').click();
    await scene.press('Start recording');
    await expect.element(scene.screen.getByText('Starts in 3')).toBeInTheDocument();
    await scene.screen.getByRole('button', { name: 'Not now' }).first().click();
    await scene.heading('Ready?');
    await microphoneIsOff();
    expect(await allTakes()).toEqual([]);
  });
});

describe('the hand-off (row 28)', () => {
  it('has the documented shape and survives a reload (row 28)', async () => {
    const scene = await open('/record');
    await recordOnce(scene);
    await scene.press('Edit');
    await scene.at('/audio-editor');
    const stored = JSON.parse(sessionStorage.getItem('recordingData') ?? '{}');
    expect(stored).toEqual({
      file: {
        name: expect.stringMatching(/^recording_\d+\.webm$/),
        size: expect.any(Number),
        type: expect.stringMatching(/^audio\/webm/),
        data: expect.stringMatching(/^idb:take\//),
        tempTrackId: expect.stringMatching(/^recording-preview-\d+$/),
      },
      duration: expect.any(Number),
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      edited: false,
      title: expect.stringMatching(/^Moments of /),
    });
    await closeDatabase();
    expect((await openReference(stored.file.data)).size).toBe(stored.file.size);
  });

  it('keeps a picked file after its page closed, and reopens it in the editor if it was edited (row 28)', async () => {
    const plain = await putFile(new Blob(['plain'], { type: 'audio/mpeg' }), 'a plain file.mp3');
    const edited = await putFile(new Blob(['edited'], { type: 'audio/wav' }), 'an edited file.wav');
    const cut = {
      name: 'exported.mp3',
      type: 'audio/mpeg',
      sizeBytes: 3,
      madeFrom: fileReference(edited.id),
    };
    await putRecord(cut, { blob: new Blob(['cut']) });
    const waiting = await putFile(new Blob(['waiting']), 'waiting.mp3');
    await writeNote(editKey(fileReference(edited.id)), { version: 2 });
    await putOutbox({
      id: 'u1',
      lane: 'uploads',
      action: 'upload',
      body: {},
      of: null,
      at: 1,
      triedAt: null,
      keeps: [fileReference(waiting.id)],
    });
    const scene = await open('/record');
    const card = (name: string) => scene.screen.getByRole('listitem').filter({ hasText: name });
    await expect.element(card('an edited file.wav')).toHaveTextContent('Edited');
    expect(card('exported.mp3').query()).toBeNull();
    expect(card('waiting.mp3').query()).toBeNull();
    await card('a plain file.mp3').getByRole('button', { name: 'Continue' }).click();
    await scene.at('/upload');
    expect(readUploadFile()).toEqual({
      name: 'a plain file.mp3',
      type: 'audio/mpeg',
      size: 5,
      data: fileReference(plain.id),
    });
    await scene.goTo('/record');
    await card('an edited file.wav').getByRole('button', { name: 'Edit', exact: true }).click();
    await scene.at('/audio-editor');
    expect(readUploadFile()).toBeNull();
    expect(readRecordingData()?.file).toMatchObject({
      name: 'an edited file.wav',
      size: 6,
      data: fileReference(edited.id),
    });
  });

  it('restores a removed file within the undo time, then deletes its bytes (row 28)', async () => {
    const { id } = await putFile(new Blob(['plain']), 'a plain file.mp3');
    const scene = await open('/record');
    const name = scene.screen.getByText('a plain file.mp3');
    await scene.press('More for a plain file.mp3');
    await scene.press('Remove');
    await expect.element(scene.screen.getByText('File removed')).toBeVisible();
    expect(name.query()).toBeNull();
    await scene.press('Undo');
    await expect.element(name).toBeVisible();
    await scene.press('More for a plain file.mp3');
    await scene.press('Remove');
    await scene.goTo('/elsewhere');
    await expect.poll(() => recordOf(id)).toBeUndefined();
  });

  it('does not list a picked file that another tab has open (row 28)', async () => {
    const { id } = await putFile(new Blob(['plain']), 'a plain file.mp3');
    const script = new Blob([
      `navigator.locks.request('aural-take-${id}', () => (postMessage(0), new Promise(() => {})))`,
    ]);
    const otherTab = new Worker(URL.createObjectURL(script));
    await new Promise((resolve) => otherTab.addEventListener('message', resolve));
    expect(await pickedFiles()).toEqual([]);
    otherTab.terminate();
    await expect.poll(async () => (await pickedFiles()).map((file) => file.id)).toEqual([id]);
  });

  it('stores a file of 49 MB (row 28)', async () => {
    const { id } = await putFile(new Blob([new Uint8Array(49 * 2 ** 20)]), 'long.wav');
    await closeDatabase();
    expect((await openReference(fileReference(id))).size).toBe(49 * 2 ** 20);
  });

  it('opens a take in the editor when the session store is full (row 28)', async () => {
    const scene = await open('/record');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await recordOnce(scene);
    await scene.press('Edit');
    await scene.at('/audio-editor');
    expect((await listTakes()).length).toBe(1);
  });
});
