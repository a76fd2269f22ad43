// A user with a phone and a server that can go offline, and the check of the final state.
import { expect } from 'vitest';
import type { ListenerSession } from '../server/listenerSession.ts';
import { difference, type OfflineServer } from './offlineServer.ts';
import { openApp, type PhoneApp } from './phoneApp.ts';
import { emptyDisk } from './phoneDisk.ts';

export interface OfflinePerson {
  id: string;
  /** The first app, with all its screens open. */
  app: PhoneApp;
  /** The app on the same phone after it was killed. */
  reopen(): PhoneApp;
}

export async function newOfflinePerson(instance: OfflineServer): Promise<OfflinePerson> {
  const { id, cookies } = await instance.newPerson();
  const disk = emptyDisk(cookies[0] ?? '');
  const reopen = () => openApp(disk, instance.network.url, id, instance.peopleIds);
  const app = reopen();
  await expect.poll(() => [app.bio(), app.liked(instance.trackIds[0] ?? '')]).toEqual(['', false]);
  return { id, app, reopen };
}

/** Online again: everything arrives within `timeout` milliseconds, once, and no other user is notified. */
export async function expectArrived(
  instance: OfflineServer,
  { id, app }: Pick<OfflinePerson, 'id' | 'app'>,
  session: ListenerSession,
  { timeout, refused = [] }: { timeout: number; refused?: string[] },
): Promise<void> {
  await session.settled();
  app.online();
  await expect.poll(() => app.waiting(), { timeout, interval: 100 }).toEqual([]);
  app.kill();
  expect([...refused, ...app.refused(), ...session.complaints].join('; ')).toBe('');
  expect(difference(await instance.stateOf(id), session.wanted())).toBe('');
}
