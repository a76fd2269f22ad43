// Account pages when the session cannot be loaded: they offer a retry, never "register" or "sign in".
import { createStore } from 'jotai/vanilla';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AccountPage } from '../../../../src/pages/AccountPage.tsx';
import { AdminPage } from '../../../../src/pages/AdminPage.tsx';
import { CredentialPage } from '../../../../src/pages/CredentialPage.tsx';
import { DevicesPage } from '../../../../src/pages/DevicesPage.tsx';
import { OwnDataPage } from '../../../../src/pages/OwnDataPage.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../../support/server/people.ts';

const ME = buildMe(buildPerson({ id: 'a', username: 'Lilie' }));
const PAGES: [path: string, Page: ComponentType, then: string][] = [
  ['/account', AccountPage, 'Account'],
  ['/account/password', CredentialPage, 'Change password'],
  ['/account/code', CredentialPage, 'Recovery code'],
  ['/account/devices', DevicesPage, 'Your devices'],
  ['/account/data', OwnDataPage, 'Your data'],
  ['/admin', AdminPage, 'This page is for moderators'],
];

it.each(PAGES)('%s reports the failed session and offers a retry', async (path, Page, then) => {
  await page.viewport(360, 640);
  const store = createStore();
  let isUp = false;
  fakeServer(store, {
    me: () => (isUp ? okReply(ME) : refusedReply('internal')),
    getDevices: () => okReply([]),
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<Page />, { store, path });
  const failed = screen.getByRole('heading', { level: 1, name: 'Couldn’t load your account' });
  await expect.element(failed).toBeVisible();
  expect(screen.getByRole('textbox').elements()).toHaveLength(0);
  isUp = true;
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('heading', { level: 1, name: then })).toBeVisible();
});
