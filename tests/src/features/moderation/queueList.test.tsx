// The list of the queue, on a fake server.
import { createStore } from 'jotai/vanilla';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Queue } from '../../../../src/features/moderation/Queue.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPendingUpload, buildPerson } from '../../../support/server/people.ts';

it('says that the list failed, in its place, and loads it on request', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(1440, 900);
  let isUp = false;
  const store = createStore();
  fakeServer(store, {
    me: () => okReply({ ...buildMe(buildPerson({ id: 'me', username: 'me' })), role: 'moderator' }),
    getPendingUploads: () =>
      isUp ? okReply([buildPendingUpload('u1', { title: 'Item 1' })]) : refusedReply('internal'),
    getAutoApproveStatus: () => okReply(false),
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<Queue />, { store });
  const alert = screen.getByRole('alert');
  await expect
    .element(alert.getByRole('heading', { name: 'Server-Verbindung fehlgeschlagen' }))
    .toBeVisible();
  await expect.element(screen.getByText('Choose one to listen')).not.toBeInTheDocument();
  isUp = true;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('article', { name: 'Item 1' })).toBeVisible();
  await expect.element(screen.getByText('Choose one to listen')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
