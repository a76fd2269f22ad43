// Data export with progress, and account deletion with its date and cancellation.
import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../../../src/api/client.ts';
import { exportAtom } from '../../../../src/features/ownData/exportFile.ts';
import { ownDataPortsAtom } from '../../../../src/features/ownData/ports.ts';
import { OwnDataPage } from '../../../../src/pages/OwnDataPage.tsx';
import { loadSessionAtom, plannedErasureAtom, sessionAtom } from '../../../../src/state/session.ts';
import { createTemporaryFile } from '../../../../src/storage/temporaryFile.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const ERASE_AT = '2026-12-06T12:00:00.000Z';
const me = (isGuest: boolean) => ({
  id: 'a',
  username: 'Lilie',
  role: isGuest ? 'guest' : 'user',
  isGuest,
  createdAt: SINCE,
});
const TRACKS = [1, 2, 3].map((n) => ({ id: `t${n}`, title: `Night ${n}`, audio: `/audio/${n}.mp3` }));

interface Scene {
  isGuest?: boolean;
  answers?: Record<string, (body: Record<string, unknown>) => Answer>;
  fetchAudio?: (url: string, signal: AbortSignal) => Promise<Blob>;
  createFile?: typeof createTemporaryFile;
}

async function scene({
  isGuest = false,
  answers = {},
  fetchAudio = async (url) => new Blob([url]),
  createFile = createTemporaryFile,
}: Scene = {}) {
  await page.viewport(360, 640);
  const store = createStore();
  let eraseAt: string | undefined;
  let isHere = true;
  const server = fakeServer(store, {
    me: () => ({ ...okReply(isHere ? me(isGuest) : null), ...(eraseAt ? { eraseAt } : {}) }) as Answer,
    exportAccount: () => okReply({ account: { username: 'Lilie' }, tracks: TRACKS }),
    planDeletion: () => {
      eraseAt = ERASE_AT;
      return okReply({ eraseAt });
    },
    keepAccount: () => {
      eraseAt = undefined;
      return okReply(null);
    },
    deleteAccount: () => {
      isHere = false;
      eraseAt = undefined;
      return okReply(null);
    },
    ...answers,
  });
  store.set(ownDataPortsAtom, { fetchAudio, createTemporaryFile: createFile });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<OwnDataPage />, { store });
  return { store, server, screen };
}
const doneOf = (store: ReturnType<typeof createStore>) => {
  const state = store.get(exportAtom);
  if (state.phase !== 'done') throw new Error(state.phase);
  return state;
};

it('exports everything with audio and lists missing recordings (row 53)', async () => {
  const fetchAudio = async (url: string) => {
    if (url.endsWith('2.mp3')) throw new ApiError('not_found', 404, '');
    return new Blob([url]);
  };
  const { store, screen } = await scene({ fetchAudio });
  await screen.getByRole('button', { name: 'Create the file' }).click();
  await expect.element(screen.getByText('Saved to your downloads')).toBeVisible();
  await expect.element(screen.getByText('We couldn’t read 1 recording')).toBeVisible();
  const { file, name } = doneOf(store);
  expect(name).toMatch(/^aural-\d{4}-\d\d-\d\d\.zip$/);
  const text = await file.text();
  for (const part of ['aural.json', '"Lilie"', 'audio/t1.mp3', 'audio/t3.mp3', 'not-included.txt', 'Night 2'])
    expect(text).toContain(part);
  expect(text).toContain(`${location.origin}/audio/1.mp3`);
});

it('exports one text with absolute addresses when audio is excluded (row 53)', async () => {
  const { store, screen } = await scene({ fetchAudio: () => Promise.reject(new Error('not asked for')) });
  await screen.getByRole('switch', { name: 'Include my audio' }).click();
  await screen.getByRole('button', { name: 'Create the file' }).click();
  await expect.element(screen.getByText('Saved to your downloads')).toBeVisible();
  const { file, name } = doneOf(store);
  expect(name).toMatch(/\.json$/);
  expect(JSON.parse(await file.text()).tracks[0].audio).toBe(`${location.origin}/audio/1.mp3`);
});

it('shows the current recording as progress, and Cancel stops it (row 53)', async () => {
  let aborted = false;
  const fetchAudio = (url: string, signal: AbortSignal) =>
    url.endsWith('1.mp3')
      ? Promise.resolve(new Blob([url]))
      : new Promise<Blob>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason);
          });
        });
  const { store, screen } = await scene({ fetchAudio });
  await screen.getByRole('button', { name: 'Create the file' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Recording 2 of 3');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect([aborted, store.get(exportAtom).phase]).toEqual([true, 'idle']);
  await expect.element(screen.getByRole('button', { name: 'Create the file' })).toBeVisible();
});

it('reports a full device, and removes the unfinished file (row 53)', async () => {
  let removed = false;
  const { screen } = await scene({
    createFile: async () => {
      const file = await createTemporaryFile();
      const full = new DOMException('full', 'QuotaExceededError');
      return {
        ...file,
        stream: new WritableStream({ write: () => Promise.reject(full) }),
        remove: async () => {
          removed = true;
          await file.remove();
        },
      };
    },
  });
  await screen.getByRole('button', { name: 'Create the file' }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('There isn’t enough space on this device.');
  expect(removed).toBe(true);
});

it('reports a lost network and allows a retry (row 53)', async () => {
  const { screen } = await scene({ answers: { exportAccount: () => 'offline' } });
  await screen.getByRole('button', { name: 'Create the file' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('We can’t reach the server right now.');
  await expect.element(screen.getByRole('button', { name: 'Create the file' })).toBeVisible();
});

it('asks for the password, shows the date of deletion, and can be cancelled (row 53)', async () => {
  const { screen, server, store } = await scene();
  await screen.getByRole('button', { name: 'Delete my account' }).click();
  const confirm = screen.getByRole('button', { name: /^Delete on/ });
  await expect.element(confirm).toBeDisabled();
  await screen.getByLabelText('Your password').fill('Correct-Horse-9');
  await confirm.click();
  await expect.element(screen.getByText('We’ll delete your account on 06.12.2026.')).toBeVisible();
  expect(server.calls.find(({ action }) => action === 'planDeletion')?.body).toEqual({
    password: 'Correct-Horse-9',
  });
  await screen.getByRole('button', { name: 'Keep my account' }).click();
  await expect.element(screen.getByText('Your account stays. Others see you again.')).toBeVisible();
  expect(store.get(plannedErasureAtom)).toBe(null);
});

it('shows a wrong password at the field and deletes nothing (row 53)', async () => {
  const { screen, store } = await scene({
    answers: { planDeletion: () => refusedReply('wrong_credentials') },
  });
  await screen.getByRole('button', { name: 'Delete my account' }).click();
  await screen.getByLabelText('Your password').fill('x');
  await screen.getByRole('button', { name: /^Delete on/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Wrong password. Try again.');
  expect(store.get(plannedErasureAtom)).toBe(null);
});

it('asks a guest for no password, and deletes at once on request (row 53)', async () => {
  const { screen, store } = await scene({ isGuest: true });
  await screen.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(screen.getByText('You have no password')).toBeVisible();
  await screen.getByRole('button', { name: /^Delete on/ }).click();
  await screen.getByRole('button', { name: 'Delete it now' }).click();
  await screen.getByRole('button', { name: 'Delete now, for good' }).click();
  await expect.poll(() => store.get(sessionAtom)).toEqual({ status: 'visitor' });
});
