// The share form and pending uploads: real components, atoms, engine and storage; only the server is a double.
import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FieldIssue, FieldProblem } from '../../../../api/contract/errors.ts';
import type { UploadReply } from '../../../../api/contract/uploads.ts';
import type { ApiErrorCode } from '../../../../src/api/client.ts';
import { UploadError, type UploadRequest } from '../../../../src/api/upload.ts';
import { createDsp } from '../../../../src/dsp/client.ts';
import { OutboxChip } from '../../../../src/features/publish/OutboxChip.tsx';
import { OutboxList } from '../../../../src/features/publish/OutboxList.tsx';
import { flushOutboxAtom } from '../../../../src/features/publish/outbox.ts';
import { publishPortsAtom } from '../../../../src/features/publish/ports.ts';
import { WaitingTracks } from '../../../../src/features/publish/WaitingTracks.tsx';
import { PublishPage } from '../../../../src/pages/PublishPage.tsx';
import { SecurityCheckPage } from '../../../../src/pages/SecurityCheckPage.tsx';
import { UploadSuccessPage } from '../../../../src/pages/UploadSuccessPage.tsx';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { statePortsAtom } from '../../../../src/state/ports.ts';
import { lookForUploadsAtom } from '../../../../src/state/waitingUploads.ts';
import { countUploadHere } from '../../../../src/storage/deviceStats.ts';
import { putFile } from '../../../../src/storage/files.ts';
import * as handoff from '../../../../src/storage/handoff.ts';
import { deleteOutbox, listOutbox } from '../../../../src/storage/outbox.ts';
import { pcmMovie } from '../../../support/audio/pcmMovie.ts';
import { noise } from '../../../support/audio/signals.ts';
import { wavBlob } from '../../../support/audio/wavBlob.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeDevice, fakeServer, okReply } from '../../../support/server/fakeServer.ts';

const RATE = 8000;
const dsp = createDsp();
afterAll(() => dsp.dispose());

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  for (const { id } of await listOutbox()) await deleteOutbox(id);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const replyTo = (request: UploadRequest, change: Partial<UploadReply['data']> = {}): UploadReply => ({
  success: true,
  requiresReview: change.trackId === undefined,
  data: {
    autoApproved: change.trackId !== undefined,
    uploadId: 'u1',
    trackId: null,
    filename: 'x.wav',
    originalName: request.fileName,
    url: '/audio/x.wav',
    size: request.file.size,
    mimeType: 'audio/wav',
    uploadedAt: '2026-11-22T00:00:00Z',
    reason: 'Tages-Limit überschritten...',
    flags: ['daily'],
    estimatedMinutes: null,
    receipt: null,
    ...change,
  },
});

type Respond = (request: UploadRequest) => Promise<UploadReply>;

/** A visit on a phone with the device's real storage; `respond` answers uploads. */
function visit(respond: Respond = async (request) => replyTo(request), stats: object = {}) {
  const store = createStore();
  const server = fakeServer(
    store,
    {
      me: () => okReply({ id: 'acc', username: 'anon_1', role: 'guest', isGuest: true, createdAt: '' }),
      getUploadStats: () =>
        okReply({
          uploads30Min: 0,
          uploadsToday: 0,
          audioMinutesToday: 0,
          lastUpload: null,
          nextUnflagged: null,
          ...stats,
        }),
      getAutoApproveStatus: () => okReply({ autoApprove: false }),
      getPowChallenge: () =>
        okReply({
          challenge: 'c1',
          difficulty: 1,
          puzzles: 2,
          bits: 4,
          expiresAt: new Date(Date.now() + 300_000).toISOString(),
        }),
    },
    // Copies in memory; the outbox below is real.
    fakeDevice(),
  );
  store.set(statePortsAtom, { ...store.get(statePortsAtom), outbox: realOutbox });
  store.set(dspAtom, dsp);
  const requests: UploadRequest[] = [];
  const sendUpload = async (request: UploadRequest) => {
    requests.push(request);
    return respond(request);
  };
  store.set(publishPortsAtom, { ...store.get(publishPortsAtom), sendUpload });
  return { store, server, requests };
}

const realOutbox = createStore().get(statePortsAtom).outbox;

/** The editor's result: a trimmed take. */
async function fromEditor(seconds = 6): Promise<string> {
  const blob = wavBlob(noise(3, seconds * RATE, 0.4), RATE);
  const stored = await putFile(blob, 'recording_1.wav');
  const data = handoff.fileReference(stored.id);
  handoff.writeUploadFile({ name: 'recording_1.wav', type: 'audio/wav', size: blob.size, data });
  handoff.writeRecordingData({
    // Each test has a recording of its own: its typed text and refusals are stored under it.
    file: {
      name: 'recording_1.webm',
      size: 9,
      type: 'audio/webm',
      data: `idb:take/${stored.id}`,
      tempTrackId: 't',
    },
    duration: seconds,
    recordedAt: '2026-11-22T00:00:00Z',
    edited: true,
    title: '',
  });
  return data;
}

async function open(path: string, parts = visit()) {
  const { screen } = await renderApp(
    <Routes>
      <Route path="/upload" element={<PublishPage />} />
      <Route path="/share-recording" element={<PublishPage />} />
      <Route path="/security-check" element={<SecurityCheckPage />} />
      <Route path="/upload-success" element={<UploadSuccessPage />} />
      <Route path="/player/:id" element={<p>the player</p>} />
      <Route
        path="/"
        element={
          <>
            <p>home</p>
            <WaitingTracks />
          </>
        }
      />
    </Routes>,
    { store: parts.store, path },
  );
  const publish = screen.getByRole('button', { name: 'Publish', exact: true });
  return { ...parts, screen, publish };
}

const pick = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no picker');
  // Sets the file directly: the test driver carries at most 50 MB.
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

const refusal = (status: number, code: ApiErrorCode | null, detail = 'no', at: FieldProblem | null = null) =>
  Promise.reject(new UploadError(code || detail !== '' ? 'refused' : 'failed', status, code, detail, at));
const refusedAt = (field: string, issue: FieldIssue) => () =>
  refusal(422, 'invalid_body', 'the server’s own words', { field, issue });
const unreachable = () => Promise.reject(new UploadError('unreachable', 0, null, ''));

/** Flushes twice at once, and retries while the previous page still sends, since only one page sends. */
const sendsWhenFree = ({ store, requests }: Pick<ReturnType<typeof visit>, 'store' | 'requests'>) =>
  vi.waitFor(async () => {
    await Promise.all([store.set(flushOutboxAtom), store.set(flushOutboxAtom)]);
    expect(requests.length).toBeGreaterThan(0);
  });

describe('the share form (row 34)', () => {
  it.each(['/upload', '/share-recording'])(
    '%s shows the form with file, length and title filled (row 34)',
    async (path) => {
      await fromEditor();
      const { screen, publish } = await open(path);
      await expect.element(screen.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
      await expect.element(screen.getByText('Recording, 0:06')).toBeVisible();
      await expect.element(screen.getByText('recording_1.wav')).not.toBeInTheDocument();
      await expect.element(screen.getByRole('button', { name: 'Trim again' })).toBeVisible();
      expect(screen.getByLabelText('Title').query()).toHaveProperty(
        'value',
        `Moments of ${new Date().toLocaleDateString('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' })}`,
      );
      await expect.element(screen.getByRole('radio', { name: 'Diverse' })).toBeChecked();
      await expect.element(publish).toBeEnabled();
    },
  );

  it('explains a bad title at the field and at the button (row 34)', async () => {
    await fromEditor();
    const { screen, publish } = await open('/upload');
    const title = screen.getByLabelText('Title');
    await expect.element(publish).toBeEnabled();
    for (const [typed, text] of [
      ['', 'Title is required'],
      ['x', 'Title must be at least 2 characters'],
      ['x'.repeat(86), 'Title must not exceed 85 characters'],
    ] as const) {
      await userEvent.fill(title, typed);
      await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
      await expect.element(screen.getByRole('status').getByText(text)).toBeVisible();
      await expect.element(publish).toBeDisabled();
      await expect.element(screen.getByText('Ready to publish')).not.toBeInTheDocument();
    }
    await userEvent.fill(title, 'xy');
    await expect.element(publish).toBeEnabled();
  });

  it('says that a file is missing, and scrolls to the consent of a couple (row 34)', async () => {
    const { screen, publish } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file first')).toBeVisible();
    await expect.element(publish).toBeDisabled();
    await pick(new File([wavBlob(noise(1, 6 * RATE), RATE)], 'Anna at home.wav', { type: 'audio/wav' }));
    await expect.element(screen.getByText('Audio file, 0:06')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Couple' }));
    const box = screen.getByRole('checkbox');
    await expect.element(screen.getByRole('status').getByText(/^Please confirm/)).toBeVisible();
    const bar = publish.element().getBoundingClientRect().top;
    await vi.waitFor(() => expect(box.element().getBoundingClientRect().bottom).toBeLessThan(bar));
    await userEvent.click(screen.getByRole('button', { name: 'Show me' }));
    expect(document.activeElement).toBe(box.element());
    await userEvent.click(box);
    await expect.element(publish).toBeEnabled();
  });
});

describe('a field that the server refuses (row 34)', () => {
  it.each<[string, FieldIssue, string, RegExp | string]>([
    ['title', 'wrong_characters', 'title', 'Some of these characters can’t be used here.'],
    ['title', 'too_long', 'title', 'Title must not exceed 85 characters'],
    ['description', 'too_long', 'description', 'Description must not exceed 1000 characters'],
    ['transcript', 'too_long', 'transcript', 'Transcript must not exceed 20,000 characters'],
    ['tags', 'too_many', 'tag', 'Maximum 10 tags allowed'],
    ['gender', 'unknown_choice', 'performer', 'Please select who is on the recording'],
  ])(
    'shows the reason at the field for %s %s, visible and focused (row 34)',
    async (field, issue, name, text) => {
      await fromEditor();
      const { screen, publish, requests } = await open('/upload', visit(refusedAt(field, issue)));
      await expect.element(publish).toBeEnabled();
      await userEvent.fill(screen.getByLabelText('Title'), 'On the train');
      await userEvent.click(publish);
      await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
      await vi.waitFor(() => expect(document.activeElement).toHaveProperty('name', name));
      const focused = document.activeElement as HTMLElement;
      const described = focused.closest(`[aria-describedby]`)?.getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(described)?.textContent).toBe(text);
      const { top, bottom } = focused.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(publish.element().getBoundingClientRect().top);
      await expect.element(screen.getByLabelText('Title')).toHaveValue('On the train');
      await expect.element(publish).toBeDisabled();
      await expect.element(screen.getByText('the server’s own words')).not.toBeInTheDocument();
      expect(requests).toHaveLength(1);
    },
  );

  it('asks again for a refused consent and keeps the typed text (row 34)', async () => {
    await fromEditor();
    const { screen, publish } = await open('/upload', visit(refusedAt('consentAt', 'not_confirmed')));
    await expect.element(publish).toBeEnabled();
    await userEvent.fill(screen.getByLabelText('Title'), 'The two of us');
    await userEvent.click(screen.getByRole('radio', { name: 'Couple' }));
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(publish);
    await expect.element(screen.getByRole('alert').getByText(/^Please confirm this/)).toBeVisible();
    await expect.element(screen.getByRole('checkbox')).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('checkbox'));
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(publish).toBeEnabled();
    await expect.element(screen.getByLabelText('Title')).toHaveValue('The two of us');
  });

  it('leads from a refused recording to another file, even after a reload, and sends corrected text (row 34)', async () => {
    await fromEditor();
    const first = await open(
      '/upload',
      visit(() => refusal(422, 'audio_too_long', 'no', { field: 'audio', issue: 'too_long' })),
    );
    await expect.element(first.publish).toBeEnabled();
    await userEvent.fill(first.screen.getByLabelText('Title'), 'All night');
    await userEvent.click(first.publish);
    await expect.element(first.screen.getByText(/^Recordings can be up to/).first()).toBeVisible();
    const another = first.screen.getByRole('button', { name: 'Another file' });
    await expect.element(another).toHaveFocus();
    await first.screen.unmount();

    const again = await open('/upload');
    await expect.element(again.screen.getByText(/^Recordings can be up to/).first()).toBeVisible();
    await expect.element(again.publish).toBeDisabled();
    await pick(new File([wavBlob(noise(1, 6 * RATE), RATE)], 'b.wav', { type: 'audio/wav' }));
    await expect.element(again.publish).toBeEnabled();
    await expect.element(again.screen.getByText(/^Recordings can be up to/)).not.toBeInTheDocument();
  });

  it('names the field and reason of an upload refused in the background, and Fix leads to it (row 34)', async () => {
    await fromEditor();
    const offline = await open('/upload', visit(unreachable));
    await expect.element(offline.publish).toBeEnabled();
    await userEvent.fill(offline.screen.getByLabelText('Title'), 'On the train');
    await userEvent.click(offline.publish);
    await expect.element(offline.screen.getByText('home')).toBeVisible();
    await offline.screen.unmount();

    const refusedOnce: Respond[] = [refusedAt('title', 'wrong_characters')];
    const parts = visit((request) => (refusedOnce.pop() ?? (async () => replyTo(request)))(request));
    await sendsWhenFree(parts);
    await parts.store.set(flushOutboxAtom);
    expect(parts.requests).toHaveLength(1);
    const edited = vi.fn();
    const list = await renderApp(<OutboxList onEdit={edited} />, { store: parts.store });
    await expect
      .element(list.screen.getByText('“Title”: Some of these characters can’t be used here.'))
      .toBeVisible();
    await userEvent.click(list.screen.getByRole('button', { name: 'Fix' }));
    await vi.waitFor(() => expect(edited).toHaveBeenCalled());
    await list.screen.unmount();

    const { screen, publish } = await open('/upload', parts);
    const title = screen.getByLabelText('Title');
    await expect.element(screen.getByRole('alert').getByText(/^Some of these characters/)).toBeVisible();
    await vi.waitFor(() => expect(document.activeElement).toBe(title.element()));
    await expect.element(title).toHaveValue('On the train');
    await userEvent.fill(title, 'On a train');
    await expect.element(publish).toBeEnabled();
    await userEvent.click(publish);
    await expect.element(screen.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    expect(parts.requests.map(({ fields }) => fields.title)).toEqual(['On the train', 'On a train']);
    expect(await listOutbox('uploads')).toEqual([]);
  });
});

describe('tags (row 35)', () => {
  it('normalises or refuses own tags with the specified sentences, and sends the category along (row 35)', async () => {
    await fromEditor();
    const { screen, publish, requests } = await open('/upload');
    const own = screen.getByLabelText('Your own tag');
    const add = async (text: string) => {
      await userEvent.fill(own, text);
      await userEvent.keyboard('{Enter}');
    };
    await expect.element(publish).toBeEnabled();
    await add('My  Tag!');
    await expect.element(screen.getByRole('button', { name: 'Remove tag my-tag' })).toBeVisible();
    for (const [text, error] of [
      ['a', 'Tag muss mindestens 2 Zeichen haben'],
      ['soft', 'Dieser Tag ist bereits in der Liste verfügbar'],
      ['my tag', 'Dieser Tag wurde bereits hinzugefügt'],
    ] as const) {
      await add(text);
      await expect.element(screen.getByText(error)).toBeVisible();
    }
    for (let n = 2; n <= 10; n++) await add(`tag ${n}`);
    await add('one more');
    await expect.element(screen.getByText('Maximum 10 tags allowed')).toBeVisible();
    await userEvent.click(publish);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const tags = JSON.parse(requests[0]?.fields.tags ?? '[]') as string[];
    expect(tags).toHaveLength(11);
    expect(tags.slice(0, 2).concat(tags.slice(-1))).toEqual(['my-tag', 'tag-2', 'Diverse']);
  });
});

describe('files (row 36)', () => {
  const wav = () => wavBlob(noise(2, 6 * RATE), RATE);
  it.each<[string, () => File, string | RegExp]>([
    ['an empty one', () => new File([], 'a.mp3', { type: 'audio/mpeg' }), 'Die Datei ist leer'],
    [
      '50 MB and a byte',
      () => new File([wav(), new Uint8Array(50 * 1024 * 1024)], 'a.wav', { type: 'audio/wav' }),
      'Datei zu groß. Maximum: 50MB',
    ],
    [
      'text named .mp3',
      () => new File(['This is a letter. '.repeat(400)], 'song.mp3', { type: 'audio/mpeg' }),
      'Bitte wählen Sie eine gültige Audio-Datei (MP3, WAV, OGG, etc.)',
    ],
    [
      'another format',
      () => new File(['#!AMR\nxxxxxxxxxxxxxxxxxx'], 'a.amr', { type: 'audio/amr' }),
      /^Nicht unterstütztes Audio-Format. Unterstützte Formate: audio\/mpeg, .*audio\/flac We can’t play this format: AMR\./,
    ],
    [
      'a broken one',
      () => new File(['RIFFxxxxWAVEfmt nothing that follows'], 'a.wav', { type: 'audio/wav' }),
      'Fehler beim Laden der Audio-Datei. Bitte versuchen Sie eine andere Datei.',
    ],
  ])('%s is refused with its sentence (row 36)', async (_what, file, text) => {
    const { screen, publish } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(file());
    await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
    await expect.element(publish).toBeDisabled();
  });

  /** An hour of it fits within 50 MB. */
  const LOW_RATE = 6000;
  const longWav = (seconds: number) =>
    new File([wavBlob(new Float32Array(seconds * LOW_RATE), LOW_RATE)], 'Night.wav', { type: 'audio/wav' });

  it.each<[string, () => File, string]>([
    [
      'longer than an hour',
      () => longWav(3605),
      'This file is 1:00:05 long. The limit is 60 minutes. Trim it first.',
    ],
    [
      'cut off by more than a second',
      () => new File([wav().slice(0, 4 * RATE)], 'half.wav', { type: 'audio/wav' }),
      'Parts of this file are missing. Trim it first to publish the rest.',
    ],
    [
      'too large',
      () => new File([wav(), new Uint8Array(50 * 1024 * 1024)], 'a.wav', { type: 'audio/wav' }),
      'Datei zu groß. Maximum: 50MB Trim it first to make it smaller.',
    ],
  ])(
    'a file that is %s is refused when it is chosen and can be trimmed (row 36)',
    async (_what, file, text) => {
      const { screen, publish, requests } = await open('/upload');
      await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
      await pick(file());
      await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
      await expect.element(publish).toBeDisabled();
      expect(requests).toEqual([]);
      const chosen = handoff.readUploadFile();
      await userEvent.click(screen.getByRole('button', { name: 'Trim first' }));
      await vi.waitFor(() => expect(handoff.readRecordingData()?.file.data).toBe(chosen?.data));
      sessionStorage.clear();
    },
  );

  it('publishes a recording of exactly an hour with a review (row 36)', async () => {
    const { screen, publish } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(longWav(3600));
    await expect.element(screen.getByText('Audio file, 1:00:00')).toBeVisible();
    await expect.element(screen.getByText('Aufnahme länger als 20 Minuten')).toBeVisible();
    await expect.element(publish).toBeEnabled();
  });

  it('shows a picked file’s name but never sends it (row 25)', async () => {
    const { screen, publish, requests } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(new File([wav()], 'Anna at home.wav', { type: 'audio/wav' }));
    await expect.element(screen.getByText('Anna at home.wav', { exact: true })).toBeVisible();
    await userEvent.click(publish);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    const sent = { name: requests[0]?.fileName, fields: requests[0]?.fields };
    expect(sent.name).toBe('recording.wav');
    expect(JSON.stringify(sent)).not.toContain('Anna');
  });

  it('recognises a WAV by its first bytes under any name (row 36)', async () => {
    const { screen, publish } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(new File([wav()], 'notes.txt', { type: 'text/plain' }));
    await expect.element(screen.getByText('Audio file, 0:06')).toBeVisible();
    await expect.element(publish).toBeEnabled();
  });

  it('lists removed details before publishing and sends none of them (row 36)', async () => {
    const text = new TextEncoder();
    const canary = 'canary-of-a-person';
    const chunk = (id: string, body: Uint8Array) => {
      const head = new DataView(new ArrayBuffer(4));
      head.setUint32(0, body.length, true);
      return [text.encode(id), new Uint8Array(head.buffer), body];
    };
    const info = new Uint8Array(
      await new Blob([
        text.encode('INFO'),
        ...chunk('IART', text.encode(canary)),
      ] as BlobPart[]).arrayBuffer(),
    );
    const tagged = new File([wav(), ...(chunk('LIST', info) as BlobPart[])], 'Anna Muster.wav', {
      type: 'audio/wav',
    });
    let sentText = '';
    const respond: Respond = async (request) => {
      sentText = await request.file.text();
      return replyTo(request);
    };
    const { screen, publish, requests } = await open('/upload', visit(respond));
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(tagged);
    await userEvent.click(screen.getByText('1 hidden detail removed'));
    await expect.element(screen.getByText('Names of people')).toBeVisible();
    await expect.element(screen.getByText('File name “Anna Muster.wav”')).toBeVisible();
    await userEvent.click(publish);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await expect.element(screen.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    expect(await tagged.text()).toContain(canary);
    expect(sentText).toContain('WAVE');
    expect(sentText).not.toContain(canary);
    expect(requests[0]?.fileName).toBe('recording.wav');
  });

  it('lists audio that was cut earlier, and sends only the audible part', async () => {
    const { screen, publish, requests } = await open('/upload');
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(pcmMovie({ seconds: 11, from: 5, kept: 6 }));
    await expect.element(screen.getByText('Audio file, 0:06')).toBeVisible();
    await userEvent.click(screen.getByText('1 hidden detail removed'));
    const sentence = '0:05 of audio that someone cut but left in the file';
    await expect.element(screen.getByText(sentence)).toBeVisible();
    await userEvent.click(publish);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    // 128 kbit/s plus one frame with the length.
    expect(requests[0]?.file.size).toBeLessThan(6.2 * 16_000);
    expect(requests[0]?.fileName).toBe('recording.mp3');
  });
});

describe('limits (row 37)', () => {
  it('shows today’s uploads and the limits for the next one (row 37)', async () => {
    await fromEditor();
    const next = new Date(Date.now() + 20 * 60_000).toISOString();
    const counts = { uploads30Min: 1, uploadsToday: 1, audioMinutesToday: 12.34, nextUnflagged: next };
    const { screen, server } = await open('/upload', visit(undefined, counts));
    await userEvent.click(screen.getByText('Uploads today: 1'));
    await expect.element(screen.getByText('12.3 of 60 minutes')).toBeVisible();
    await expect
      .element(screen.getByText('Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen'))
      .toBeVisible();
    const asked = server.calls.find(({ action }) => action === 'getUploadStats');
    expect(asked?.body.deviceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('lists every reason for a review before sending (row 37)', async () => {
    const counts = { uploads30Min: 1, uploadsToday: 2, audioMinutesToday: 60, nextUnflagged: null };
    const short = wavBlob(noise(7, 3 * RATE), RATE);
    const outgoing = await dsp.clean(short);
    const digest = await crypto.subtle.digest('SHA-256', await outgoing.file.arrayBuffer());
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    countUploadHere(3, sha256);
    countUploadHere(3, sha256);
    const { screen, publish } = await open('/upload', visit(undefined, counts));
    await expect.element(screen.getByText('Choose an audio file', { exact: true })).toBeVisible();
    await pick(new File([short], 'short.wav', { type: 'audio/wav' }));
    await expect.element(screen.getByText('Identische Datei mehrfach hochgeladen')).toBeVisible();
    const list = screen.getByText('Aufnahme kürzer als 5 Sekunden').element().parentElement;
    expect([...(list?.children ?? [])].map((each) => each.textContent)).toEqual([
      'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen',
      'Tages-Limit überschritten...',
      'Audio-Minuten-Limit überschritten...',
      'Identische Datei mehrfach hochgeladen',
      'Aufnahme kürzer als 5 Sekunden',
    ]);
    await expect.element(publish).toBeEnabled();
  });

  it('lists every reason of the server after publishing (row 37)', async () => {
    await fromEditor();
    const { screen, publish } = await open(
      '/upload',
      visit(async (request) => replyTo(request, { flags: ['daily', 'long', 'identical'] })),
    );
    await expect.element(publish).toBeEnabled();
    await userEvent.click(publish);
    for (const text of [
      'Tages-Limit überschritten...',
      'Aufnahme länger als 20 Minuten',
      'Identische Datei mehrfach hochgeladen',
    ])
      await expect.element(screen.getByText(text)).toBeVisible();
  });

  it('sends the device id and shows the server’s reason (row 37)', async () => {
    await fromEditor();
    const { screen, publish, requests } = await open('/upload');
    await expect.element(publish).toBeEnabled();
    await userEvent.click(publish);
    await expect.element(screen.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    await expect.element(screen.getByText('Tages-Limit überschritten...')).toBeVisible();
    expect(requests[0]?.fields.deviceId).toBe(JSON.parse(localStorage.getItem('aural.deviceId') ?? '""'));
    const stats = JSON.parse(localStorage.getItem('aural.deviceStats') ?? '{}');
    expect(stats).toMatchObject({ uploads30Min: 1, uploadsToday: 1, audioMinutesToday: expect.closeTo(0.1) });
    expect(Object.values(stats.fileHashes)).toEqual([1]);
  });
});

describe('the server’s replies (row 39)', () => {
  it.each<[string, Respond, string]>([
    ['JSON without a code', () => refusal(500, null, 'Kaputt, sagt der Server'), 'Kaputt, sagt der Server'],
    ['a code', () => refusal(413, 'audio_too_large'), 'Datei zu groß. Maximum: 50MB'],
    [
      'garbage',
      () => Promise.reject(new UploadError('invalid_json', 200, null, '<x>')),
      'Server antwortete mit ungültigem JSON',
    ],
  ])('shows %s in the red box, and keeps all input (row 39)', async (_what, respond, text) => {
    await fromEditor();
    const { screen, publish } = await open('/upload', visit(respond));
    await userEvent.fill(screen.getByLabelText('Title'), 'Late whispers');
    await expect.element(publish).toBeEnabled();
    await userEvent.click(publish);
    await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
    expect(screen.getByLabelText('Title').query()).toHaveProperty('value', 'Late whispers');
    expect(handoff.readUploadFile()).not.toBeNull();
  });
});

describe('result screens (row 40)', () => {
  /** Advances one second and lets React render. */
  const aSecond = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  const openSuccess = (state: object | null) =>
    renderApp(
      <Routes>
        <Route path="/upload-success" element={<UploadSuccessPage />} />
        <Route path="/player/t1" element={<p>the player</p>} />
        <Route path="/" element={<p>home</p>} />
      </Routes>,
      { path: { pathname: '/upload-success', state } },
    );

  it('continues to the track or home after three seconds (row 40)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const [state, target] of [
        [{ trackId: 't1', title: 'Late' }, 'the player'],
        [null, 'home'],
      ] as const) {
        const { screen } = await openSuccess(state);
        for (let second = 0; second < 2; second++) await aSecond();
        expect(document.body.textContent).toContain('Upload Successful!');
        await aSecond();
        expect(document.body.textContent).toContain(target);
        await screen.unmount();
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('any interaction stops the countdown (row 40)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await openSuccess({ trackId: 't1', title: 'Late' });
      await aSecond();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
      for (let second = 0; second < 5; second++) await aSecond();
      expect(document.body.textContent).toContain('Upload Successful!');
      expect(document.body.textContent).not.toContain('Opening it in');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('stored on this phone (row 41)', () => {
  it('shows an unsent track as pending, keeps it across a reload and sends it once (row 41)', async () => {
    const data = await fromEditor();
    const first = await open('/upload', visit(unreachable));
    await userEvent.fill(first.screen.getByLabelText('Title'), 'On the train');
    await expect.element(first.publish).toBeEnabled();
    await userEvent.click(first.publish);
    await expect.element(first.screen.getByText('home')).toBeVisible();
    await expect.element(first.screen.getByRole('article', { name: 'On the train' })).toBeVisible();
    await expect.element(first.screen.getByText('Waiting', { exact: true })).toBeVisible();
    expect((await handoff.openReference(data)).size).toBeGreaterThan(0);
    await first.screen.unmount();

    const again = await open('/', visit());
    await again.store.set(lookForUploadsAtom);
    await expect.element(again.screen.getByRole('article', { name: 'On the train' })).toBeVisible();
    await sendsWhenFree(again);
    await again.store.set(flushOutboxAtom);
    expect(again.requests.map(({ fields }) => fields.title)).toEqual(['On the train']);
    await expect.element(again.screen.getByRole('article', { name: 'On the train' })).not.toBeInTheDocument();
    expect(await listOutbox('uploads')).toEqual([]);
    await expect(handoff.openReference(data)).rejects.toThrow('not_found');
  });

  async function refusedOne() {
    const data = await fromEditor();
    const parts = visit(() => refusal(507, 'quota_exceeded'));
    const { screen, publish } = await open('/upload', parts);
    await userEvent.fill(screen.getByLabelText('Title'), 'Too much');
    await expect.element(publish).toBeEnabled();
    await userEvent.click(publish);
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await screen.unmount();
    sessionStorage.clear();
    return data;
  }

  it('does not retry a permanently refused upload, says why, and opens it for fixing (row 41)', async () => {
    await refusedOne();
    const parts = visit();
    await parts.store.set(flushOutboxAtom);
    expect(parts.requests).toEqual([]);
    const edited = vi.fn();
    const list = await renderApp(<OutboxList onEdit={edited} />, { store: parts.store });
    await expect.element(list.screen.getByText(/^Your account is full/)).toBeVisible();
    await userEvent.click(list.screen.getByRole('button', { name: 'Fix' }));
    await vi.waitFor(() => expect(edited).toHaveBeenCalled());
    await list.screen.unmount();

    const { screen, publish } = await open('/upload', parts);
    await expect.element(publish).toBeEnabled();
    await expect.element(screen.getByLabelText('Title')).toHaveValue('Too much');
    await userEvent.fill(screen.getByLabelText('Title'), 'Just right');
    await userEvent.click(publish);
    await expect.element(screen.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    expect(parts.requests.map(({ fields }) => fields.title)).toEqual(['Just right']);
    expect(await listOutbox('uploads')).toEqual([]);
  });

  it('restores the last removed entry, and deletes it when the list closes (row 41)', async () => {
    const data = await refusedOne();
    const parts = visit();
    await parts.store.set(lookForUploadsAtom);
    const { screen } = await renderApp(<OutboxChip writes={0} onEdit={() => {}} onOutcome={() => {}} />, {
      store: parts.store,
    });
    await userEvent.click(screen.getByText('Couldn’t be published. Check it.'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.unmount();
    await vi.waitFor(async () => expect(await listOutbox('uploads')).toEqual([]));
    await vi.waitFor(() => expect(handoff.openReference(data)).rejects.toThrow('not_found'));
  });

  it('deletes a removed file only after the undo time (row 41)', async () => {
    const data = await refusedOne();
    const parts = visit();
    const { screen } = await renderApp(<OutboxList onEdit={() => {}} />, { store: parts.store });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await expect.element(screen.getByRole('article')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expect.element(screen.getByRole('article', { name: 'Too much' })).toBeVisible();
    expect((await handoff.openReference(data)).size).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
    await vi.waitFor(() => expect(parts.requests).toHaveLength(1));
  });
});
