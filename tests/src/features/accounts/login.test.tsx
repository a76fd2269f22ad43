import { createStore } from 'jotai/vanilla';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LoginForm } from '../../../../src/features/accounts/LoginForm.tsx';
import { sessionAtom } from '../../../../src/state/session.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPerson } from '../../../support/server/people.ts';

const ME = buildMe(buildPerson({ id: 'a', username: 'Lilie' }));
/** The server first answers `guest_has_rows`, then calls `then`. */
async function signIn(then: () => Answer = () => okReply(ME)) {
  let asked = false;
  const store = createStore();
  const server = fakeServer(store, {
    login: () => {
      if (asked) return then();
      asked = true;
      return refusedReply('guest_has_rows');
    },
  });
  const { screen } = await renderApp(<LoginForm title="Sign in" text="Here" />, { store });
  await screen.getByLabelText('Username').fill('Lilie');
  await screen.getByLabelText('Password').fill('Correct-Horse-9');
  await userEvent.keyboard('{Enter}');
  const question = screen.getByRole('group', { name: 'Keep what you did here as a guest?' });
  return { server, store, screen, question };
}
const lastBody = ({ calls }: { calls: { body: unknown }[] }) => calls.at(-1)?.body;

describe('signing in with guest data', () => {
  it('asks what to do with it, and a second Enter decides nothing', async () => {
    const { server, store, screen, question } = await signIn();
    await expect.element(question).toBeVisible();
    await expect.element(question.getByRole('heading')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(server.countOf('login')).toBe(1);
    expect(lastBody(server)).toEqual({ username: 'Lilie', password: 'Correct-Horse-9' });
    expect(store.get(sessionAtom)).toEqual({ status: 'unknown' });
    await expect.element(screen.getByRole('button', { name: 'Sign in' })).not.toBeInTheDocument();
    expect(question.getByRole('button').elements()).toHaveLength(2);
  });

  it.each([
    ['{Tab}{Enter}', 'Keep what I did as a guest', 'keep'],
    ['{Tab}{Tab}{Enter}', 'Leave it behind', 'leave'],
  ])('accepts a keyboard answer: %s', async (keys, label, guestRows) => {
    const { server, store, question } = await signIn();
    await expect.element(question.getByRole('button', { name: label })).toBeVisible();
    await userEvent.keyboard(keys);
    await expect.poll(() => store.get(sessionAtom)).toEqual({ status: 'signedIn', me: ME });
    expect(lastBody(server)).toEqual({ username: 'Lilie', password: 'Correct-Horse-9', guestRows });
  });

  it('repeats the question when the server is unreachable', async () => {
    let online = false;
    const { server, store, screen, question } = await signIn(() => (online ? okReply(ME) : 'offline'));
    await question.getByRole('button', { name: 'Leave it behind' }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('We can’t reach the server right now.');
    online = true;
    await question.getByRole('button', { name: 'Leave it behind' }).click();
    await expect.poll(() => store.get(sessionAtom)).toEqual({ status: 'signedIn', me: ME });
    expect(server.countOf('login')).toBe(3);
  });

  it('returns the focus to the form when the password has changed', async () => {
    const { screen, question } = await signIn(() => refusedReply('wrong_credentials'));
    await question.getByRole('button', { name: 'Keep what I did as a guest' }).click();
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(screen.getByLabelText('Password')).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('asks again for another name', async () => {
    const { server, screen, question } = await signIn();
    await expect.element(question).toBeVisible();
    await screen.getByLabelText('Username').fill('Rose');
    await expect.element(question).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => lastBody(server)).toEqual({ username: 'Rose', password: 'Correct-Horse-9' });
  });
});
