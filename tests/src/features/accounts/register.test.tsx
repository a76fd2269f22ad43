// The registration wizard against a fake server with the real server's answers.
import { createStore } from 'jotai/vanilla';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RegisterPage } from '../../../../src/pages/RegisterPage.tsx';
import { loadSessionAtom, sessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../../support/server/people.ts';

const CODE = '4F7K2-9QXWD-M3T8Z-BH5RC';
const PASSWORD = 'Correct-Horse-9';
const FAILED = 'Registrierung fehlgeschlagen. Bitte versuche es erneut.';
const guest = buildMe(buildPerson({ username: 'anon_abcdef' }), true);
const named = { ...guest, username: 'Lilie', role: 'user' as const, isGuest: false, hasRecoveryCode: true };
const registered = () => okReply({ me: named, recoveryCode: CODE });

afterEach(() => localStorage.clear());

async function open(answers: Record<string, (body: Record<string, unknown>) => Answer> = {}, me = guest) {
  const store = createStore();
  const server = fakeServer(store, {
    me: () => okReply(me),
    getCommonPasswords: () => okReply(['abcdefg1']),
    checkUsername: ({ username }) => okReply({ problem: username === 'Rose' ? 'taken' : null }),
    register: registered,
    ...answers,
  });
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(
    <Routes>
      <Route path="/" element={<p>Feed</p>} />
      <Route path="/account" element={<p>Account</p>} />
      <Route path="/register" element={<RegisterPage />} />
    </Routes>,
    { store, path: '/register' },
  );
  const next = screen.getByRole('button', { name: 'Weiter' });
  const back = screen.getByRole('button', { name: 'Zurück' });
  const submit = screen.getByRole('button', { name: 'Registrieren' });
  const name = screen.getByRole('textbox', { name: 'Name' });
  const password = screen.getByLabelText('Passwort', { exact: true });
  const again = screen.getByLabelText('Passwort noch einmal', { exact: true });
  const email = screen.getByLabelText('E-Mail (freiwillig)');
  const adult = screen.getByRole('checkbox', { name: 'Ich bestätige, dass ich mindestens 18 Jahre alt bin' });
  const progress = screen.getByRole('progressbar');
  const stepIs = (step: number) => expect.element(progress).toHaveAttribute('aria-valuenow', String(step));
  const toPassword = async () => {
    await name.fill('Lilie');
    await next.click();
    await stepIs(2);
  };
  const toEmail = async () => {
    await toPassword();
    await password.fill(PASSWORD);
    await again.fill(PASSWORD);
    await next.click();
    await stepIs(3);
  };
  const toAge = async () => {
    await toEmail();
    await screen.getByRole('button', { name: 'Überspringen' }).click();
    await stepIs(4);
  };
  const all = { store, server, screen, next, back, submit, name, password, again, email, adult, progress };
  return { ...all, stepIs, toPassword, toEmail, toAge };
}
const bodyOf = (server: { calls: { action: string; body: unknown }[] }, action: string) =>
  server.calls.findLast((call) => call.action === action)?.body;

it('requires a free name of 3 to 20 allowed characters, and shows its length (row 52)', async () => {
  const { screen, name, next, stepIs } = await open();
  await stepIs(1);
  await expect.element(screen.getByText('0/20', { exact: true })).toBeVisible();
  await expect.element(next).toBeDisabled();
  await name.fill('ab');
  await expect.element(screen.getByText('2/20', { exact: true })).toBeVisible();
  await expect.element(next).toBeDisabled();
  await name.fill('Käthe');
  await expect
    .element(screen.getByText('Nur Buchstaben ohne Umlaute, Ziffern und Unterstrich.'))
    .toBeVisible();
  await expect.element(next).toBeDisabled();
  await name.fill('Rose');
  await expect.element(screen.getByText('Dieser Name ist schon vergeben.')).toBeVisible();
  await expect.element(next).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await stepIs(1);
  await name.fill('a'.repeat(20));
  await expect.element(screen.getByText('Dieser Name ist frei.')).toBeVisible();
  await expect.element(next).toBeEnabled();
  expect((name.element() as HTMLInputElement).maxLength).toBe(20);
  await userEvent.keyboard('{Enter}');
  await stepIs(2);
});

it('waits while the name is being checked, but not when the check fails (row 52)', async () => {
  let answer: Answer = 'never';
  const { screen, name, next } = await open({ checkUsername: () => answer });
  await name.fill('Lilie');
  await expect.element(screen.getByText('Wir sehen nach, ob der Name frei ist …')).toBeVisible();
  await expect.element(next).toBeDisabled();
  answer = 'offline';
  await name.fill('Lilien');
  await expect.element(screen.getByText('Ob der Name frei ist, zeigt sich am Ende')).toBeVisible();
  await expect.element(next).toBeEnabled();
});

it('continues once the name check succeeds after Enter, unless the name is taken or changed (row 52)', async () => {
  const { screen, name, stepIs } = await open({
    checkUsername: ({ username }) =>
      username === 'Tulpe' ? 'never' : okReply({ problem: username === 'Rose' ? 'taken' : null }),
  });
  await name.fill('Rose');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Dieser Name ist schon vergeben.')).toBeVisible();
  await name.fill('Tulpe');
  await userEvent.keyboard('{Enter}');
  await name.fill('Tulpen');
  await expect.element(screen.getByText('Dieser Name ist frei')).toBeVisible();
  await stepIs(1);
  await name.fill('Lilie');
  await userEvent.keyboard('{Enter}');
  await stepIs(2);
});

it('blocks the second step until the password meets every rule, and lists the rules first (row 52)', async () => {
  const { screen, password, again, next, toPassword, stepIs } = await open();
  await toPassword();
  const rules = screen.getByRole('list', { name: 'Was das Passwort braucht' });
  expect(password.element().getAttribute('placeholder')).toBe('Mindestens 8 Zeichen');
  for (const wrong of ['Ab1-efg', 'abcdefgh9', 'Abcdefg1']) {
    await password.fill(wrong);
    await again.fill(wrong);
    await expect.element(next).toBeDisabled();
  }
  await expect.element(screen.getByText('Das ist eines der meistbenutzten Passwörter.')).toBeVisible();
  expect([...rules.element().children].map((each) => each.getAttribute('data-met'))).toEqual([
    'true',
    'true',
    'false',
  ]);
  await password.fill(PASSWORD);
  await again.fill(`${PASSWORD}!`);
  await expect.element(screen.getByText('Die beiden Passwörter sind noch nicht gleich.')).toBeVisible();
  await expect.element(next).toBeDisabled();
  await again.fill(PASSWORD);
  await expect.element(next).toBeEnabled();
  await next.click();
  await stepIs(3);
});

it('hides passwords until shown, accepts a paste, and supports password managers (row 52)', async () => {
  const { screen, password, again, toPassword } = await open();
  await toPassword();
  for (const field of [password, again]) {
    expect(field.element().getAttribute('type')).toBe('password');
    expect(field.element().getAttribute('autocomplete')).toBe('new-password');
  }
  await screen.getByRole('button', { name: 'Passwort: Anzeigen' }).click();
  expect(password.element().getAttribute('type')).toBe('text');
  expect(again.element().getAttribute('type')).toBe('password');
  await screen.getByRole('button', { name: 'Passwort: Verbergen' }).click();
  expect(password.element().getAttribute('type')).toBe('password');
  await password.fill(PASSWORD);
  (password.element() as HTMLInputElement).select();
  const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  expect(password.element().dispatchEvent(pasted)).toBe(true);
  const form = password.element().closest('form');
  const manager = form?.querySelector<HTMLInputElement>('input[autocomplete=username]');
  expect(manager?.value).toBe('Lilie');
});

it('requires a valid email address or none (row 52)', async () => {
  const { server, screen, email, next, adult, submit, toEmail, stepIs } = await open();
  await toEmail();
  await expect.element(next).toBeEnabled();
  await email.fill('lilie@');
  await expect.element(next).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await stepIs(3);
  await screen.getByRole('button', { name: 'Überspringen' }).click();
  await stepIs(4);
  await adult.click();
  await submit.click();
  await stepIs(5);
  expect(bodyOf(server, 'register')).toEqual({ username: 'Lilie', password: PASSWORD, isOver18: true });
});

it('requires the user to confirm their age (row 52)', async () => {
  const { server, submit, adult, toAge, stepIs } = await open();
  await toAge();
  await expect.element(submit).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(server.countOf('register')).toBe(0);
  await adult.click();
  await expect.element(submit).toBeEnabled();
  await stepIs(4);
});

it('stays on step 4 with a message after a failure, and succeeds on the next attempt (row 52)', async () => {
  let answer: Answer = refusedReply('internal');
  const { server, store, screen, adult, submit, toAge, stepIs } = await open({ register: () => answer });
  await toAge();
  await adult.click();
  await submit.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(FAILED);
  await stepIs(4);
  expect(store.get(sessionAtom)).toEqual({ status: 'signedIn', me: guest });
  answer = registered();
  await submit.click();
  await stepIs(5);
  expect(server.countOf('register')).toBe(2);
});

it('reports on step 4 that the name is taken, and returns to the blocked first step (row 52)', async () => {
  const { screen, name, next, adult, submit, toAge, stepIs } = await open({
    register: () => refusedReply('username_taken'),
  });
  await toAge();
  await adult.click();
  await submit.click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(`${FAILED}Dieser Name ist schon vergeben.`);
  await stepIs(4);
  await screen.getByRole('button', { name: 'Anderen Namen wählen' }).click();
  await stepIs(1);
  await expect.element(name).toHaveValue('Lilie');
  await expect.element(next).toBeDisabled();
  await name.fill('Lilie_2');
  await expect.element(next).toBeEnabled();
});

it('returns to the second step with the reason when the server rejects a common password (row 52)', async () => {
  const { screen, next, adult, submit, toAge, stepIs } = await open({
    register: () => refusedReply('invalid_body', { field: 'password', issue: 'too_common' }),
  });
  await toAge();
  await adult.click();
  await submit.click();
  await screen.getByRole('button', { name: 'Anderes Passwort wählen' }).click();
  await stepIs(2);
  await expect.element(screen.getByText('Das ist eines der meistbenutzten Passwörter.')).toBeVisible();
  await expect.element(next).toBeDisabled();
});

it('Back keeps all input, and leads home from the first step (row 52)', async () => {
  const { screen, name, password, back, toEmail, stepIs } = await open();
  await toEmail();
  await back.click();
  await stepIs(2);
  await expect.element(password).toHaveValue(PASSWORD);
  await back.click();
  await stepIs(1);
  await expect.element(name).toHaveValue('Lilie');
  await back.click();
  await expect.element(screen.getByText('Feed')).toBeVisible();
});

it('ends signed in, with a welcome, a recovery code to copy or save, and a way home (row 52)', async () => {
  const { store, server, screen, email, next, adult, submit, toEmail, stepIs } = await open();
  await toEmail();
  await email.fill('lilie@example.org');
  await next.click();
  await stepIs(4);
  await adult.click();
  await submit.click();
  await expect.element(screen.getByRole('heading', { name: 'Willkommen bei Aural!' })).toHaveFocus();
  await stepIs(5);
  expect(bodyOf(server, 'register')).toMatchObject({ email: 'lilie@example.org' });
  await expect.element(screen.getByText(CODE)).toBeVisible();
  const saved: string[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function keep(this: HTMLAnchorElement) {
    saved.push(this.download, this.href);
  };
  await screen.getByRole('button', { name: 'Als Datei sichern' }).click();
  HTMLAnchorElement.prototype.click = click;
  expect(saved[0]).toBe('aural-code.txt');
  expect(await (await fetch(saved[1] ?? '')).text()).toContain(CODE);
  const record = JSON.parse(localStorage.getItem('aural.registration') ?? 'null');
  expect(record).toEqual({
    username: 'Lilie',
    email: 'lilie@example.org',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const stored = Object.values({ ...localStorage, ...sessionStorage }).join();
  expect(stored).not.toContain(PASSWORD);
  expect(stored).not.toContain(CODE);
  await screen.getByRole('button', { name: 'Zur App' }).click();
  await expect.element(screen.getByText('Feed')).toBeVisible();
  expect(store.get(sessionAtom)).toEqual({ status: 'signedIn', me: named });
});

it('recovers the account after a lost response, with a new code (row 52)', async () => {
  const answers: Answer[] = ['offline', refusedReply('not_signed_in')];
  const { server, screen, adult, submit, toAge, stepIs } = await open({
    register: () => answers.shift() ?? refusedReply('username_taken'),
    login: () => okReply(named),
    renewRecoveryCode: registered,
  });
  await toAge();
  await adult.click();
  await submit.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(FAILED);
  expect(server.countOf('login')).toBe(0);
  await submit.click();
  await stepIs(5);
  await expect.element(screen.getByText(CODE)).toBeVisible();
  expect(bodyOf(server, 'login')).toEqual({ username: 'Lilie', password: PASSWORD, guestRows: 'keep' });
});

it('tells a signed-in user that they have an account (row 52)', async () => {
  const { screen } = await open({}, named);
  await expect.element(screen.getByRole('heading', { name: 'Du bist schon angemeldet' })).toBeVisible();
  await screen.getByRole('link', { name: 'Zum Konto' }).click();
  await expect.element(screen.getByText('Account')).toBeVisible();
});

it.each([
  [360, 640],
  [1440, 900],
])('fits each step with both buttons at %i × %i (row 52)', async (width, height) => {
  await page.viewport(width, height);
  const { screen, next, back, submit, adult, toPassword, password, again, stepIs } = await open();
  const fits = () => {
    const { scrollWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(width);
    for (const button of screen.getByRole('button').elements()) {
      const { bottom, right, height: tall } = button.getBoundingClientRect();
      // The frame's bar takes 56 px.
      expect(bottom).toBeLessThanOrEqual(height - 56);
      expect(right).toBeLessThanOrEqual(width);
      expect(tall).toBeGreaterThanOrEqual(44);
    }
  };
  await expect.element(back).toBeVisible();
  fits();
  await toPassword();
  await password.fill(PASSWORD);
  await again.fill(PASSWORD);
  fits();
  await next.click();
  await stepIs(3);
  fits();
  await next.click();
  await stepIs(4);
  await adult.click();
  fits();
  await submit.click();
  await stepIs(5);
  fits();
});
