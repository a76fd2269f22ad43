// What has changed, gathered in memory and sent at most once a second. Hints only: a restart forgets them, and a reader
// that was away reads everything again.
import { EVENTS_AWAY_MS, type ServerEventName, type ServerEvents } from '../contract/events.ts';
import { TRACK_IDS_MAX } from '../contract/limits.ts';

/**
 * `track`: its numbers; `list`: a track that came, went or has other words, so that lists may hold others. `comments`
 * names a track, `person` and `news` an account; `news` is for that account alone. `own`: `ACCOUNT TRACK`, a like of that account came or
 * went; for its other devices.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];
const CHANGE_KINDS = ['track', 'list', 'comments', 'person', 'news', 'own'] as const;
export const isChangeKind = (kind: string): kind is ChangeKind =>
  (CHANGE_KINDS as readonly string[]).includes(kind);

export interface Hint {
  type: ServerEventName;
  data_json: string;
}

/** What is sent together. */
export interface Told {
  /** For all readers. */
  everybody: Hint[];
  /** Ids of recordings of which only the counters changed. */
  counted: string[];
  /** Accounts whose own news have changed. */
  news: ReadonlySet<string>;
  /** Recordings that an account liked or no longer likes, by account. */
  own: ReadonlyMap<string, readonly string[]>;
}

const TOLD_EVERY_MS = 1000;
/** What one transaction after another changes in a moment is told together. */
const GATHERED_MS = 50;
/** Ids of each kind that are sent in one second: 50 counters are 6 kB for every reader. The others wait for the next second. */
const AT_ONCE = { tracks: TRACK_IDS_MAX, comments: 20, person: 20, news: 500, own: 500 };
/** More than these is told as `reset`. */
const WAITING_MAX = 2000;
/** What a reader who was away for a moment still hears of. */
const RECENT_MAX = 500;
/** What changed while an answer was on its way is told once more. */
const OVERLAP_MS = 1000;

export const hint = <Name extends ServerEventName>(type: Name, data: ServerEvents[Name]): Hint => ({
  type,
  data_json: JSON.stringify(data),
});

function hintsOf(changes: Iterable<readonly [ChangeKind, string]>): Told {
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
    everybody: [...tracks, ...comments, ...people],
    counted: of.track.filter((id) => !readAgain.has(id)),
    news: new Set(of.news),
    own,
  };
}

const RESET: Told = { everybody: [hint('reset', {})], counted: [], news: new Set(), own: new Map() };

export class Changes {
  readonly #tell: (told: Told) => void;
  readonly #noted = new Set<string>();
  readonly #waiting = new Set<string>();
  /** Oldest first, with when. */
  readonly #recent = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #lastTold = 0;
  #isAnything = false;
  #missedAt = Number.NEGATIVE_INFINITY;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  /** A row has changed in a transaction that is not committed yet. */
  note(kind: ChangeKind, id: string): void {
    if (this.#noted.size <= WAITING_MAX) this.#noted.add(`${kind} ${id}`);
  }

  /** What was noted can be read now. */
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
    this.#tellLater();
  }

  /** Other processes could not be heard for a while: anything may have changed, so that everybody reads everything again. */
  missed(): void {
    this.#isAnything = true;
    this.#missedAt = Date.now();
    this.#tellLater();
  }

  /**
   * For a reader that joins: public changes of the last `awayMs`, `EVENTS_AWAY_MS` at most; on a busy site the newest of
   * them.
   */
  recent(awayMs: number): Told {
    const since = Date.now() - Math.min(awayMs, EVENTS_AWAY_MS) - OVERLAP_MS;
    if (this.#missedAt >= since) return RESET;
    const fresh = [...this.#recent].filter(([, at]) => at >= since).map(([key]) => key);
    return { ...hintsOf(this.#some(fresh.reverse())), news: new Set() };
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tellLater(): void {
    if (this.#timer) return;
    const wait = Math.max(GATHERED_MS, this.#lastTold + TOLD_EVERY_MS - Date.now());
    this.#timer = setTimeout(() => this.#tellNow(), wait);
    this.#timer.unref();
  }

  #tellNow(): void {
    this.#timer = null;
    this.#lastTold = Date.now();
    if (this.#isAnything || this.#waiting.size > WAITING_MAX) {
      this.#isAnything = false;
      this.#waiting.clear();
      this.#tell(RESET);
      return;
    }
    const told = this.#some(this.#waiting);
    for (const [kind, id] of told) this.#waiting.delete(`${kind} ${id}`);
    this.#tell(hintsOf(told));
    if (this.#waiting.size > 0) this.#tellLater();
  }

  /** The first of each kind, as many as are told at once. */
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
