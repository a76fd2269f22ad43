// Collects public changes in memory and sends them at most once a second. They are hints: a restart forgets them, and a reader
// that was away reads its rows again.
import { EVENTS_AWAY_MS, type ServerEventName, type ServerEvents } from '../contract/events.ts';
import { TRACK_IDS_MAX } from '../contract/limits.ts';

/**
 * `track`: its counters. `list`: a track was added, removed or edited, so lists may change. `comments` names a track; `person`
 * and `news` name an account, and only that account receives `news`. `own`: `ACCOUNT TRACK`, the account liked or unliked
 * the track; only its other devices receive it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
const CHANGE_KINDS = ['track', 'list', 'comments', 'person', 'news', 'own'] as const;
export const isChangeKind = (kind: string): kind is ChangeKind =>
  (CHANGE_KINDS as readonly string[]).includes(kind);

export interface Hint {
  type: ServerEventName;
  data_json: string;
}

/** Changes that are sent together. */
export interface Batch {
  /** For all readers. */
  everyone: Hint[];
  /** Ids of recordings of which only the counters changed. */
  counted: string[];
  /** Accounts whose own news have changed. */
  news: ReadonlySet<string>;
  /** Recordings that an account liked or no longer likes, by account. */
  own: ReadonlyMap<string, readonly string[]>;
}

const SEND_EVERY_MS = 1000;
/** Changes of transactions within this time are sent together. */
const COLLECT_MS = 50;
/** Most ids of each kind per second: 50 counters are 6 kB for every reader. The others wait for the next second. */
const AT_ONCE = { tracks: TRACK_IDS_MAX, comments: 20, person: 20, news: 500, own: 500 };
/** More waiting changes are sent as one `reset`. */
const WAITING_MAX = 2000;
/** Most changes that a reader receives after a short absence. */
const RECENT_MAX = 500;
/** Changes this long before the absence are sent again: an answer may have been on its way. */
const OVERLAP_MS = 1000;

export const hint = <Name extends ServerEventName>(type: Name, data: ServerEvents[Name]): Hint => ({
  type,
  data_json: JSON.stringify(data),
});

function hintsOf(changes: Iterable<readonly [ChangeKind, string]>): Batch {
  const of = { track: [], list: [], comments: [], person: [], news: [], own: [] } as Record<
    ChangeKind,
    string[]
  >;
  for (const [kind, id] of changes) of[kind].push(id);
  const tracks = of.list.length > 0 ? [hint('tracksChanged', { trackIds: of.list, lists: true })] : [];
  const comments = of.comments.map((trackId) => hint('commentsChanged', { trackId }));
  const people = of.person.map((userId) => hint('personChanged', { userId }));
  const readAgain = new Set(of.list);
  const own = new Map<string, string[]>();
  for (const pair of of.own) {
    const [accountId = '', trackId = ''] = pair.split(' ');
    own.set(accountId, [...(own.get(accountId) ?? []), trackId]);
  }
  return {
    everyone: [...tracks, ...comments, ...people],
    counted: of.track.filter((id) => !readAgain.has(id)),
    news: new Set(of.news),
    own,
  };
}

const RESET: Batch = { everyone: [hint('reset', {})], counted: [], news: new Set(), own: new Map() };

export class Changes {
  readonly #send: (batch: Batch) => void;
  readonly #noted = new Set<string>();
  readonly #waiting = new Set<string>();
  /** Time of each recent change, oldest first. */
  readonly #recent = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #lastSent = 0;
  #mayMiss = false;
  #missedAt = Number.NEGATIVE_INFINITY;

  constructor(send: (batch: Batch) => void) {
    this.#send = send;
  }

  /** A row has changed in a transaction that is not committed yet. */
  note(kind: ChangeKind, id: string): void {
    if (this.#noted.size <= WAITING_MAX) this.#noted.add(`${kind} ${id}`);
  }

  /** The noted changes can be read now. */
  committed(): void {
    if (this.#noted.size === 0) return;
    const now = Date.now();
    for (const key of this.#noted) {
      this.#waiting.add(key);
      if (key.startsWith('own ')) continue;
      this.#recent.delete(key);
      this.#recent.set(key, now);
    }
    this.#noted.clear();
    for (const key of this.#recent.keys()) {
      if (this.#recent.size <= RECENT_MAX) break;
      this.#recent.delete(key);
    }
    this.#sendLater();
  }

  /** Changes of other processes may have been missed: all readers read their rows again. */
  missed(): void {
    this.#mayMiss = true;
    this.#missedAt = Date.now();
    this.#sendLater();
  }

  /**
   * Public changes of the last `awayMs` for a reader that joins, at most of `EVENTS_AWAY_MS`. On a busy site only the
   * newest.
   */
  recent(awayMs: number): Batch {
    const since = Date.now() - Math.min(awayMs, EVENTS_AWAY_MS) - OVERLAP_MS;
    if (this.#missedAt >= since) return RESET;
    const fresh = [...this.#recent].filter(([, at]) => at >= since).map(([key]) => key);
    return { ...hintsOf(this.#some(fresh.reverse())), news: new Set() };
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #sendLater(): void {
    if (this.#timer) return;
    const wait = Math.max(COLLECT_MS, this.#lastSent + SEND_EVERY_MS - Date.now());
    this.#timer = setTimeout(() => this.#sendNow(), wait);
    this.#timer.unref();
  }

  #sendNow(): void {
    this.#timer = null;
    this.#lastSent = Date.now();
    if (this.#mayMiss || this.#waiting.size > WAITING_MAX) {
      this.#mayMiss = false;
      this.#waiting.clear();
      this.#send(RESET);
      return;
    }
    const next = this.#some(this.#waiting);
    for (const [kind, id] of next) this.#waiting.delete(`${kind} ${id}`);
    this.#send(hintsOf(next));
    if (this.#waiting.size > 0) this.#sendLater();
  }

  /** The first changes of each kind, up to `AT_ONCE`. */
  #some(keys: Iterable<string>): [ChangeKind, string][] {
    const left = { ...AT_ONCE };
    const some: [ChangeKind, string][] = [];
    for (const key of keys) {
      const space = key.indexOf(' ');
      const kind = key.slice(0, space) as ChangeKind;
      if (left[kind === 'track' || kind === 'list' ? 'tracks' : kind]-- > 0)
        some.push([kind, key.slice(space + 1)]);
    }
    return some;
  }
}
