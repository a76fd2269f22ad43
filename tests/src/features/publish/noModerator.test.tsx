// The page after publishing on a server where nobody can approve uploads yet.
import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { SecurityCheckPage } from '../../../../src/pages/SecurityCheckPage.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { configAnswer } from '../../../support/server/configAnswer.ts';
import { fakeServer, okReply } from '../../../support/server/fakeServer.ts';

async function open(hasModerators: boolean) {
  const store = createStore();
  const server = fakeServer(store, { getConfig: () => okReply(configAnswer({}, { hasModerators })) });
  const { screen } = await renderApp(<SecurityCheckPage />, { store });
  await expect.poll(() => server.countOf('getConfig')).toBe(1);
  return screen;
}

const HINT = /no moderator yet.*npm run admin:create -- NAME/;

it('says how to become a moderator when the server has none', async () => {
  const screen = await open(false);
  await expect.element(screen.getByText(HINT)).toBeVisible();
});

it('says nothing about it otherwise', async () => {
  const screen = await open(true);
  await expect.element(screen.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
  expect(screen.getByText(HINT).query()).toBeNull();
});
