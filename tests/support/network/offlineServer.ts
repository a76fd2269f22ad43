// A shipped server with users and tracks, behind a network that can be cut; it can be killed and restarted on the same
// data. Also reads one account's data from its database.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Role } from '../../../api/contract/roles.ts';
import { type OpenDatabase, openDatabase } from '../../../api/db/client.ts';
import { startSession } from '../../../api/sessions/queries.ts';
import { type Actor, actor, track } from '../server/actors.ts';
import { createServerHome, type RunningServer } from '../server/serverProcess.ts';
import type { TestApp } from '../server/testApp.ts';
import { type ChaosProxy, chaosProxy } from './chaosProxy.ts';

const TRACKS = 12;
const PEOPLE = 4;

/** An account's actions as stored on the server; sorted lists. */
export interface ServerState {
  liked: string[];
  followed: string[];
  /** `TRACK CONTENT`, once per row. */
  comments: string[];
  bio: string;
  /** Titles, once per row. */
  uploads: string[];
}

const linesOf = (state: ServerState): string[] =>
  Object.entries(state).flatMap(([kind, values]) => [values].flat().map((value) => `${kind} ${value}`));

/** Missing and duplicate items on the server, in words; empty when none. */
export function difference(state: ServerState, wanted: ServerState): string {
  const surplus = linesOf(state);
  const lost: string[] = [];
  for (const line of linesOf(wanted)) {
    const at = surplus.indexOf(line);
    if (at < 0) lost.push(line);
    else surplus.splice(at, 1);
  }
  return [...lost.map((line) => `lost: ${line}`), ...surplus.map((line) => `surplus: ${line}`)].join('; ');
}

export interface OfflineServer {
  /** The network between phones and server. */
  network: ChaosProxy;
  trackIds: string[];
  peopleIds: string[];
  databaseFile: string;
  /** URL of the server itself, without the network in front of it. */
  url(): string;
  /** Writes rows into its database. */
  asApp(): TestApp;
  /** An account with this name. */
  newActor(role: Role, username: string): Promise<Actor>;
  newTrack(owner: Actor, title: string): Promise<string>;
  /** An account, and the cookies of its `phones` phones. */
  newPerson(phones?: number): Promise<{ id: string; cookies: string[] }>;
  stateOf(accountId: string): Promise<ServerState>;
  /** Kills the server (SIGKILL) and starts it again on the same data. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function openOfflineServer(): Promise<OfflineServer> {
  const home = await createServerHome();
  let server: RunningServer = await home.start();
  const database: OpenDatabase = await openDatabase(home.databaseFile);
  const asApp = () => ({ url: server.url, deps: { db: database.db, now: Date.now } }) as unknown as TestApp;
  const people: Actor[] = [];
  const newActor = async (role: Role, username: string): Promise<Actor> => {
    const made = await actor(asApp(), role);
    // No test uses its password.
    const account = { username, username_key: username, password_hash: 'none' };
    await database.db.updateTable('accounts').set(account).where('id', '=', made.accountId).execute();
    return { ...made, username };
  };
  for (let i = 0; i < PEOPLE; i++) people.push(await newActor('user', `person_${i}`));
  const trackIds: string[] = [];
  for (let i = 0; i < TRACKS; i++) {
    const owner = people[i % PEOPLE];
    if (owner) trackIds.push(await track(asApp(), owner, `Night ${i}`));
  }
  const network = await chaosProxy(server.url);
  return {
    network,
    trackIds,
    peopleIds: people.map(({ accountId }) => accountId),
    databaseFile: home.databaseFile,
    url: () => server.url,
    asApp,
    newActor,
    newTrack: (owner, title) => track(asApp(), owner, title),
    async newPerson(phones = 1) {
      const person = await actor(asApp(), 'user');
      const cookies = [person.cookie];
      while (cookies.length < phones) {
        cookies.push(`aural=${await startSession(database.db, person.accountId, Date.now())}`);
      }
      return { id: person.accountId, cookies };
    },
    async stateOf(accountId) {
      const { db } = database;
      const likes = await db
        .selectFrom('likes')
        .select('track_id')
        .where('account_id', '=', accountId)
        .execute();
      const follows = await db
        .selectFrom('follows')
        .select('following_id')
        .where('follower_id', '=', accountId)
        .execute();
      const comments = await db
        .selectFrom('comments')
        .select(['track_id', 'content'])
        .where('account_id', '=', accountId)
        .execute();
      const { bio } = await db
        .selectFrom('accounts')
        .select('bio')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const uploads = await db
        .selectFrom('uploads')
        .select('title')
        .where('account_id', '=', accountId)
        .execute();
      return {
        liked: likes.map((row) => row.track_id).sort(),
        followed: follows.map((row) => row.following_id).sort(),
        comments: comments.map((row) => `${row.track_id} ${row.content}`).sort(),
        bio: bio ?? '',
        uploads: uploads.map(({ title }) => title).sort(),
      };
    },
    async restart() {
      await server.kill();
      server = await home.start();
      network.aim(server.url);
    },
    async remove() {
      await network.close();
      await database.close();
      await server.kill();
      await home.remove();
    },
  };
}

/** An instance for the tests of one file; hides the app's warnings meanwhile. */
export function offlineServerOfFile(): () => OfflineServer {
  let instance: OfflineServer;
  beforeAll(async () => {
    instance = await openOfflineServer();
  });
  afterAll(() => instance?.remove());
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());
  return () => instance;
}
