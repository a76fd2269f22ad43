// The consent page, and the owner's link to it.
import { createStore } from 'jotai/vanilla';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ConsentView } from '../../../../api/contract/consents.ts';
import { ConsentLink } from '../../../../src/features/profile/ConsentLink.tsx';
import { ConsentPage } from '../../../../src/pages/ConsentPage.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';

const TOKEN = 'f'.repeat(32);
const GIVEN: ConsentView = {
  title: 'A long night of two voices and one very long name that hardly ends anywhere',
  givenAt: '2026-01-05T12:00:00.000Z',
  withdrawnAt: null,
};
const GONE: ConsentView = { ...GIVEN, title: '', withdrawnAt: '2026-02-07T12:00:00.000Z' };

afterEach(() => page.viewport(414, 896));

async function opened(
  answers: Record<string, (body: Record<string, unknown>) => Answer>,
  { path = `/consent#${TOKEN}`, size = [360, 640] } = {},
) {
  await page.viewport(size[0] ?? 360, size[1] ?? 640);
  const store = createStore();
  const server = fakeServer(store, { checkConsent: () => okReply(GIVEN), ...answers });
  const { screen } = await renderApp(<ConsentPage />, { store, path });
  return { server, screen };
}

describe.each([[[360, 640]], [[1440, 900]]])('at %s', (size) => {
  it('shows the statement, asks once, and deletes the recording', async () => {
    const { screen, server } = await opened({ withdrawConsent: () => okReply(GONE) }, { size });
    await expect.element(screen.getByRole('heading', { name: GIVEN.title })).toBeVisible();
    await expect.element(screen.getByText(/^On 05\.01\.2026 the uploader confirmed/)).toBeVisible();
    expect(location.hash).not.toContain(TOKEN);
    await screen.getByRole('button', { name: 'Withdraw my consent' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Delete the recording now?' })).toHaveFocus();
    expect(server.countOf('withdrawConsent')).toBe(0);
    await screen.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect.element(screen.getByRole('heading', { name: 'You withdrew your consent' })).toHaveFocus();
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent('We deleted the recording on 07.02.2026');
    expect(server.calls.find(({ action }) => action === 'withdrawConsent')?.body).toEqual({ token: TOKEN });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  });
});

it('sends nothing when the link opens, and the question can be cancelled', async () => {
  const { screen, server } = await opened({});
  await screen.getByRole('button', { name: 'Withdraw my consent' }).click();
  await screen.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(screen.getByRole('button', { name: 'Withdraw my consent' })).toBeVisible();
  expect(server.countOf('withdrawConsent')).toBe(0);
});

it('reports a failed withdrawal and allows a retry', async () => {
  let tries = 0;
  const { screen } = await opened({
    withdrawConsent: () => (++tries === 1 ? refusedReply('rate_limited') : okReply(GONE)),
  });
  await screen.getByRole('button', { name: 'Withdraw my consent' }).click();
  await screen.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await screen.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect.element(screen.getByRole('heading', { name: 'You withdrew your consent' })).toBeVisible();
});

it('reports an incomplete or wrong link and offers a contact link', async () => {
  const wrong = await opened({ checkConsent: () => refusedReply('not_found') });
  await expect.element(wrong.screen.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expect.element(wrong.screen.getByRole('link', { name: 'Write to us' })).toBeVisible();
  wrong.screen.unmount();
  const cut = await opened({}, { path: '/consent' });
  await expect.element(cut.screen.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  expect(cut.server.countOf('checkConsent')).toBe(0);
});

it('says that the recording is already deleted, and still allows withdrawing', async () => {
  const { screen } = await opened({ checkConsent: () => okReply({ ...GIVEN, title: '' }) });
  await expect
    .element(screen.getByRole('heading', { name: 'This recording is no longer here' }))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Withdraw my consent' })).toBeVisible();
});

it('shows the owner a link with its secret after #', async () => {
  const store = createStore();
  const server = fakeServer(store, { createConsentLink: () => okReply({ token: TOKEN }) });
  const { screen } = await renderApp(<ConsentLink recordingId="r" />, { store, path: '/profile' });
  expect(server.countOf('createConsentLink')).toBe(0);
  await screen.getByRole('button', { name: 'Show the link' }).click();
  const field = screen.getByLabelText('Link to withdraw consent');
  await expect.element(field).toHaveValue(`${location.origin}/consent#${TOKEN}`);
  expect(server.calls.at(-1)?.body).toEqual({ recordingId: 'r' });
});
