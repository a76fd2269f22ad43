// A user who likes, follows, comments, edits the profile and publishes on a phone, randomly from a seed. Computes the
// expected server state independently of the app.
import { REFUSED_AT_TIMES_HARD, UPLOAD_LIMITS } from '../../../api/contract/limits.ts';
import type { Random } from '../../../api/demo/synth/random.ts';
import type { OfflineServer, ServerState } from '../network/offlineServer.ts';
import type { PhoneApp } from '../network/phoneApp.ts';
import { recording } from './testApp.ts';

/** The server refuses the next upload. */
const UPLOADS_MAX = REFUSED_AT_TIMES_HARD * UPLOAD_LIMITS.hard.per30Minutes - 1;

export interface ListenerSession {
  /** Expected server state once everything has arrived. */
  wanted(): ServerState;
  /** One action of the user; resolves when it is stored on the phone. */
  step(app: PhoneApp): Promise<void>;
  /** Wrong errors shown to the user: a valid comment that failed. */
  complaints: string[];
  /** Resolves when every comment has an answer; comments of a killed app never get one. */
  settled(): Promise<void>;
  killed(): void;
}

export function listenerSession(instance: OfflineServer, random: Random): ListenerSession {
  const liked = new Set<string>();
  const followed = new Set<string>();
  const comments: string[] = [];
  const uploads: string[] = [];
  const complaints: string[] = [];
  let saying: Promise<void>[] = [];
  let bio = '';
  let serial = 0;
  const toggle = (set: Set<string>, id: string, isSet: boolean) => (isSet ? set.add(id) : set.delete(id));

  async function pressLike(app: PhoneApp): Promise<void> {
    const id = random.pick(instance.trackIds);
    const shown = app.liked(id);
    if (shown === undefined) return;
    toggle(liked, id, !shown);
    await app.pressLike(id);
  }
  async function pressFollow(app: PhoneApp): Promise<void> {
    const id = random.pick(instance.peopleIds);
    const shown = app.followed(id);
    if (shown === undefined) return;
    toggle(followed, id, !shown);
    await app.pressFollow(id);
  }
  async function comment(app: PhoneApp): Promise<void> {
    const trackId = random.pick(instance.trackIds);
    const content = `Word ${serial++}`;
    comments.push(`${trackId} ${content}`);
    const said = app.comment(trackId, content).then((outcome) => {
      if (outcome !== 'posted' && outcome !== 'queued') complaints.push(`a comment: ${outcome}`);
    });
    saying.push(said);
  }
  async function saveBio(app: PhoneApp): Promise<void> {
    const text = `Bio ${serial++}`;
    if (await app.saveBio(text)) bio = text;
  }
  async function upload(app: PhoneApp): Promise<void> {
    const title = `Take ${serial++}`;
    uploads.push(title);
    await app.upload(title, recording(6));
  }
  return {
    complaints,
    settled: async () => void (await Promise.all(saying)),
    killed: () => {
      saying = [];
    },
    wanted: () => ({
      liked: [...liked].sort(),
      followed: [...followed].sort(),
      comments: [...comments].sort(),
      bio,
      uploads: [...uploads].sort(),
    }),
    step: (app) => {
      const chance = random.next();
      if (chance < 0.5) return pressLike(app);
      if (chance < 0.65) return pressFollow(app);
      if (chance < 0.83) return comment(app);
      if (chance < 0.97) return saveBio(app);
      return uploads.length < UPLOADS_MAX ? upload(app) : pressLike(app);
    },
  };
}
