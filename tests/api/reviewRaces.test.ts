// Concurrent actions on one pending item (issue 9). Requests run in parallel; the result must equal that of some
// sequential order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { type Actor, actor, track, waitingUpload } from '../support/server/actors.ts';
import { visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, post } from '../support/server/wire.ts';

let app: TestApp;
let moderators: Actor[];
beforeAll(async () => {
  app = await createTestApp();
  moderators = [await actor(app, 'moderator'), await actor(app, 'moderator')];
});
afterAll(() => app.close());

const ROUNDS = 6;

/** A pending item and the actions on it. */
interface Scene {
  owner: Actor;
  /** The pending upload or edit. */
  id: string;
  trackId: string;
  /** Outcome of each request: its code, or `done`. */
  fate: Record<string, string>;
}
type Action = (scene: Scene) => Promise<{ json: { success: boolean; code?: string } }>;

const moderator = (index: number) => moderators[index % 2] as Actor;
const approve =
  (by: number): Action =>
  ({ id }) =>
    post(moderator(by), 'approveUpload', { uploadId: id, version: 1 });
const reject =
  (by: number): Action =>
  ({ id }) =>
    post(moderator(by), 'rejectUpload', { uploadId: id, version: 1 });
const changeDetails: Action = ({ owner, id }) =>
  post(owner, 'addTrack', { track: { id, title: 'Unseen', description: 'Unseen' } });
const changeTrack: Action = ({ owner, trackId }) =>
  post(owner, 'updateTrack', { trackId, updates: { title: 'Unseen' } });
const deleteTrack: Action = ({ owner, trackId }) => post(owner, 'deleteTrack', { trackId });
const withdraw: Action = ({ owner, id }) => post(owner, 'withdrawUpload', { uploadId: id });
const leave: Action = ({ owner }) => post(owner, 'deleteAccount', {});

async function waitingUploadScene(): Promise<Scene> {
  const owner = await actor(app, 'guest');
  return { owner, id: await waitingUpload(app, owner, 'Seen'), trackId: '', fate: {} };
}
async function waitingEditScene(): Promise<Scene> {
  const owner = await actor(app, 'guest');
  const trackId = await track(app, owner, 'Before');
  await post(owner, 'updateTrack', { trackId, updates: { title: 'Seen' } });
  const [row] = await queueOf(owner);
  return { owner, id: row?.uploadId ?? '', trackId, fate: {} };
}

const queueOf = async (owner: Actor) =>
  ((await get(moderator(0), 'getPendingUploads')).json.data as PendingUploadView[]).filter(
    ({ userId }) => userId === owner.accountId,
  );
/** Empty for a deleted account. */
const titlesOf = async (owner: Actor): Promise<string[]> => {
  const { json } = await get(visitor(app.url), 'getTracks', { user: owner.accountId });
  return json.code === 'not_found' ? [] : (json.data as TrackView[]).map(({ title }) => title);
};
/** The decisions about an item in the audit log. */
const decisionsOn = async ({ id }: Scene) =>
  (
    await app.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', id)
      .where('action', 'in', ['approveUpload', 'rejectUpload'])
      .execute()
  ).map(({ action }) => action);

interface Race {
  scene: () => Promise<Scene>;
  actions: Record<string, Action>;
  /** Allowed final states: [outcomes of the actions, visible titles, pending titles]. */
  mayEnd: [fate: Record<string, string>, heard: string[], waiting: string[]][];
}

const RACES: Record<string, Race> = {
  'two moderators approve': {
    scene: waitingUploadScene,
    actions: { one: approve(0), two: approve(1) },
    mayEnd: [
      [{ one: 'done', two: 'conflict' }, ['Seen'], []],
      [{ one: 'conflict', two: 'done' }, ['Seen'], []],
    ],
  },
  'one approves, one rejects': {
    scene: waitingUploadScene,
    actions: { approve: approve(0), reject: reject(1) },
    mayEnd: [
      [{ approve: 'done', reject: 'conflict' }, ['Seen'], []],
      [{ approve: 'conflict', reject: 'done' }, [], []],
    ],
  },
  'the words change while one approves': {
    scene: waitingUploadScene,
    actions: { approve: approve(0), change: changeDetails },
    mayEnd: [
      [{ approve: 'done', change: 'not_found' }, ['Seen'], []],
      [{ approve: 'version_changed', change: 'done' }, [], ['Unseen']],
    ],
  },
  'the words change while one rejects': {
    scene: waitingUploadScene,
    actions: { reject: reject(0), change: changeDetails },
    mayEnd: [
      [{ reject: 'done', change: 'not_found' }, [], []],
      [{ reject: 'version_changed', change: 'done' }, [], ['Unseen']],
    ],
  },
  'the owner leaves while one approves': {
    scene: waitingUploadScene,
    actions: { approve: approve(0), leave },
    mayEnd: [
      [{ approve: 'done', leave: 'done' }, [], []],
      [{ approve: 'not_found', leave: 'done' }, [], []],
    ],
  },
  'the owner withdraws while one approves': {
    scene: waitingUploadScene,
    actions: { approve: approve(0), withdraw },
    mayEnd: [
      [{ approve: 'done', withdraw: 'not_found' }, ['Seen'], []],
      [{ approve: 'not_found', withdraw: 'done' }, [], []],
    ],
  },
  'an edit changes while one approves it': {
    scene: waitingEditScene,
    actions: { approve: approve(0), change: changeTrack },
    mayEnd: [
      [{ approve: 'done', change: 'done' }, ['Seen'], ['Unseen']],
      [{ approve: 'not_found', change: 'done' }, ['Before'], ['Unseen']],
    ],
  },
  'two moderators decide about an edit': {
    scene: waitingEditScene,
    actions: { approve: approve(0), reject: reject(1) },
    mayEnd: [
      [{ approve: 'done', reject: 'conflict' }, ['Seen'], []],
      [{ approve: 'conflict', reject: 'done' }, ['Before'], []],
    ],
  },
  'the track is deleted while one approves its edit': {
    scene: waitingEditScene,
    actions: { approve: approve(0), remove: deleteTrack },
    mayEnd: [
      [{ approve: 'done', remove: 'done' }, [], []],
      [{ approve: 'not_found', remove: 'done' }, [], []],
    ],
  },
  'the owner leaves while one approves an edit': {
    scene: waitingEditScene,
    actions: { approve: approve(0), leave },
    mayEnd: [
      [{ approve: 'done', leave: 'done' }, [], []],
      [{ approve: 'not_found', leave: 'done' }, [], []],
    ],
  },
};

async function run({ scene: open, actions }: Race, order: 'as written' | 'turned round') {
  const scene = await open();
  const list = Object.entries(actions);
  if (order === 'turned round') list.reverse();
  await Promise.all(
    list.map(async ([name, action]) => {
      const { json } = await action(scene);
      scene.fate[name] = json.success ? 'done' : String(json.code);
    }),
  );
  const waiting = (await queueOf(scene.owner)).map(({ title }) => title);
  return { scene, end: [scene.fate, await titlesOf(scene.owner), waiting] };
}

test.each(Object.entries(RACES))('%s', async (_name, race) => {
  for (let round = 0; round < ROUNDS; round++) {
    const { scene, end } = await run(race, round % 2 ? 'turned round' : 'as written');
    expect(race.mayEnd).toContainEqual(end);
    // Each decision is logged once, in either order.
    const decided = Object.entries(scene.fate).filter(
      ([name, fate]) => fate === 'done' && /^(approve|reject|one|two)$/.test(name),
    );
    expect(await decisionsOn(scene)).toHaveLength(decided.length);
  }
});

test('refuses to decide a decided or withdrawn item', async () => {
  const upload = await waitingUploadScene();
  const { json } = (await approve(0)(upload)) as {
    json: { success: boolean; data?: unknown; code?: string };
  };
  const code = async (action: Action, scene: Scene) => (await action(scene)).json.code;
  expect(await code(reject(1), upload)).toBe('conflict');
  expect(await titlesOf(upload.owner)).toEqual(['Seen']);
  await deleteTrack({ ...upload, trackId: (json.data as TrackView).id });
  expect(await code(reject(1), upload)).toBe('not_found');
  const edit = await waitingEditScene();
  await deleteTrack(edit);
  for (const action of [approve(0), reject(0)]) expect(await code(action, edit)).toBe('not_found');
  expect(await queueOf(edit.owner)).toEqual([]);
});

test('two moderators who decide about reports of one recording at once decide once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const owner = await actor(app, 'user');
    const trackId = await track(app, owner);
    const reporters = await Promise.all([actor(app, 'user'), actor(app, 'user')]);
    const ids: string[] = [];
    for (const by of reporters) {
      const { json } = await post(by, 'addReport', { report: { trackId, category: 'spam' } });
      ids.push((json.data as { id: string }).id);
    }
    // In even rounds about the same report, in odd rounds about one each.
    const decide = (by: number, outcome: 'removed' | 'kept') => {
      const reportId = ids[round % 2 ? by : 0];
      return post(moderator(by), 'updateReportStatus', {
        reportId,
        status: 'resolved',
        outcome,
        ruleId: 'honest',
      });
    };
    const answers = await Promise.all([decide(0, 'removed'), decide(1, 'kept')]);
    const codes = answers.map(({ json }) => (json.success ? 'done' : json.code));
    expect([...codes].sort()).toEqual(['conflict', 'done']);
    const [decider, outcome] = codes[0] === 'done' ? [moderators[0], 'removed'] : [moderators[1], 'kept'];
    const reports = await app.deps.db
      .selectFrom('reports')
      .select(['status', 'outcome', 'reviewed_by'])
      .where('track_id', '=', trackId)
      .execute();
    const decided = { status: 'resolved', outcome, reviewed_by: decider?.accountId };
    expect(reports).toEqual([decided, decided]);
    const news = await app.deps.db
      .selectFrom('notifications')
      .select(['account_id', 'type'])
      .where(
        'account_id',
        'in',
        [...reporters, owner].map(({ accountId }) => accountId),
      )
      .execute();
    expect(news.filter(({ type }) => type === `report_${outcome}`)).toHaveLength(2);
    expect(news.filter(({ type }) => type === 'taken_down')).toHaveLength(outcome === 'removed' ? 1 : 0);
    const logged = await app.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', 'in', ids)
      .execute();
    expect(logged).toEqual([{ action: 'updateReportStatus' }]);
  }
});
