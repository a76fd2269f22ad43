// Actions that need the server show a note and send nothing while offline, and work again online.
import { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AgeStep } from '../../../src/features/accounts/AgeStep.tsx';
import { ChangePassword } from '../../../src/features/accounts/ChangePassword.tsx';
import { LoginForm } from '../../../src/features/accounts/LoginForm.tsx';
import { Recover } from '../../../src/features/accounts/Recover.tsx';
import { RenewCode } from '../../../src/features/accounts/RenewCode.tsx';
import { HidePerson } from '../../../src/features/blocks/HidePerson.tsx';
import { offlineMessages } from '../../../src/lib/messages/offline.ts';
import { registrationMessages } from '../../../src/lib/messages/registration.ts';
import { AdminPage } from '../../../src/pages/AdminPage.tsx';
import { ConsentPage } from '../../../src/pages/ConsentPage.tsx';
import { DevicesPage } from '../../../src/pages/DevicesPage.tsx';
import { MovePage } from '../../../src/pages/MovePage.tsx';
import { OwnDataPage } from '../../../src/pages/OwnDataPage.tsx';
import { loadSessionAtom } from '../../../src/state/session.ts';
import { renderApp } from '../../support/browser/renderApp.tsx';
import { setNetwork } from '../../support/network/network.ts';
import { fakeServer, okReply } from '../../support/server/fakeServer.ts';

const SINCE = '2026-01-01T00:00:00.000Z';
const ME = {
  id: 'a',
  username: 'Lilie',
  role: 'user',
  isGuest: false,
  createdAt: SINCE,
  hasRecoveryCode: true,
} as const;
const PHRASE = 'acorn zipper velvet hammock ocean quartz';
const SECRET = 'Correct-Horse-9';
const nothing = () => {};

interface Case {
  element: ReactNode;
  path?: string;
  /** Whether a user is signed in. */
  isSignedIn?: boolean;
  /** Text to enter first, by label. */
  typed?: Record<string, string>;
  /** Checkbox to tick first. */
  ticked?: RegExp;
  /** Button to press first, to reach `button`. */
  before?: string;
  /** The expected note; the English default when absent. */
  note?: string;
  button: string;
  /** The request that `button` sends when online. */
  action: string;
}

const typedNew = { 'New password': SECRET, 'New password again': SECRET };
const CASES: Record<string, Case> = {
  'signing in': {
    element: <LoginForm title="Sign in" text="Here" />,
    typed: { Username: 'Lilie', Password: SECRET },
    button: 'Sign in',
    action: 'login',
  },
  'signing in to the admin area': {
    element: <AdminPage />,
    typed: { Username: 'Lilie', Password: SECRET },
    button: 'Sign in',
    action: 'login',
  },
  'showing phrase and code': {
    element: <DevicesPage />,
    isSignedIn: true,
    button: 'Show phrase and code',
    action: 'startMove',
  },
  'ending another session': {
    element: <DevicesPage />,
    isSignedIn: true,
    button: 'Sign out on Firefox on Android',
    action: 'endDevice',
  },
  'taking the account over': {
    element: <MovePage />,
    path: `/move#${PHRASE.replaceAll(' ', '-')}`,
    button: 'Bring it here',
    action: 'useMove',
  },
  'taking everything along': {
    element: <OwnDataPage />,
    isSignedIn: true,
    button: 'Create the file',
    action: 'exportAccount',
  },
  'taking a consent back': {
    element: <ConsentPage />,
    path: `/consent#${'f'.repeat(32)}`,
    before: 'Withdraw my consent',
    button: 'Yes, delete it',
    action: 'withdrawConsent',
  },
  'muting an account': {
    element: <HidePerson userId="b" username="Ole" look="words" />,
    before: 'Mute or block Ole',
    button: 'Mute',
    action: 'hidePerson',
  },
  registering: {
    element: <AgeStep onBack={nothing} onNext={nothing} onGo={nothing} />,
    ticked: /mindestens 18 Jahre/,
    button: 'Registrieren',
    note: registrationMessages.offline,
    action: 'register',
  },
  'a new password': {
    element: <ChangePassword username="Lilie" />,
    isSignedIn: true,
    typed: { 'Current password': SECRET, ...typedNew },
    button: 'Change password',
    action: 'changePassword',
  },
  'a new recovery code': {
    element: <RenewCode me={ME as never} />,
    isSignedIn: true,
    typed: { 'Your password': SECRET },
    button: 'Make a new code',
    action: 'renewRecoveryCode',
  },
  'back in by the recovery code': {
    element: <Recover />,
    typed: { Username: 'Lilie', 'Recovery code': 'ABCD-EFGH', ...typedNew },
    button: 'Set new password',
    action: 'recoverAccount',
  },
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  setNetwork(true);
});
afterEach(async () => {
  setNetwork(true);
  await page.viewport(414, 896);
});

async function opened({ element, path = '/', isSignedIn = false }: Case) {
  await page.viewport(360, 640);
  const store = createStore();
  const device = { browser: 'firefox', system: 'android', createdAt: SINCE, lastSeenAt: SINCE };
  const server = fakeServer(store, {
    me: () => okReply(isSignedIn ? ME : null),
    getDevices: () =>
      okReply([
        { ...device, id: 'here', isThis: true },
        { ...device, id: 'b', isThis: false },
      ]),
    checkConsent: () => okReply({ title: 'Two voices', givenAt: SINCE, withdrawnAt: null }),
    getCommonPasswords: () => okReply([]),
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(element, { store, path });
  return { server, screen };
}

describe.each(Object.entries(CASES))('%s', (_name, scene) => {
  it('explains why it waits while offline, and works again online', async () => {
    const { server, screen } = await opened(scene);
    for (const [label, text] of Object.entries(scene.typed ?? {}))
      await screen.getByLabelText(label, { exact: true }).fill(text);
    if (scene.ticked) await screen.getByRole('checkbox', { name: scene.ticked }).click();
    if (scene.before) await screen.getByRole('button', { name: scene.before, exact: true }).click();
    const said = screen.getByText(scene.note ?? offlineMessages.needsServer);
    const button = screen.getByRole('button', { name: scene.button, exact: true });
    await expect.element(button).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
    setNetwork(false);
    await expect.element(said.first()).toBeVisible();
    await button.click({ force: true });
    expect(server.countOf(scene.action)).toBe(0);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    setNetwork(true);
    await expect.element(said).not.toBeInTheDocument();
    await button.click();
    await expect.poll(() => server.countOf(scene.action)).toBe(1);
  });
});
