// Settings and account in one list, each with its own icon.
import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { AccountPage } from '../../../../src/pages/AccountPage.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply } from '../../../support/server/fakeServer.ts';

const ME = { id: 'a', username: 'Lilie', role: 'user', isGuest: false, hasRecoveryCode: true };

it.each([
  ['a visitor', null],
  ['a named account', ME],
  ['a guest', { ...ME, isGuest: true }],
])('shows settings first and no icon twice for %s', async (_who, me) => {
  const store = createStore();
  fakeServer(store, { me: () => okReply(me) });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<AccountPage />, { store });
  const list = screen.getByRole('navigation', { name: 'What you can do here' });
  await expect.element(list).toBeVisible();
  const rows = [...list.element().querySelectorAll<HTMLElement>('li > *')];
  expect(rows[0]?.textContent).toContain('Settings');
  expect(rows.length).toBeGreaterThan(2);
  const icons = rows.map((row) => row.querySelector('path')?.getAttribute('d'));
  expect(new Set(icons).size).toBe(rows.length);
  for (const row of rows) expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

it('opens the settings by keyboard, and Escape returns to their row', async () => {
  const store = createStore();
  fakeServer(store, { me: () => okReply(null) });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(<AccountPage />, { store });
  const row = screen.getByRole('button', { name: /^Settings/ });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog', { name: 'Settings' })).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});
