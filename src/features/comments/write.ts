// Posting a comment exactly once: at once, or from this device once the server is reachable.
import { atom } from 'jotai/vanilla';
import type { AnswerOf } from '../../../api/contract/actions.ts';
import { isTooLong } from '../../../api/contract/commentText.ts';
import { isBlank, tidyText } from '../../../api/contract/shownText.ts';
import { ApiError } from '../../api/client.ts';
import { sendAwaitedAtom } from '../../state/awaitedWrites.ts';
import { change, confirmChangeAtom } from '../../state/entities.ts';
import '../../state/commentWrites.ts';
import { invalidateAtom } from '../../state/registry.ts';
import { freshAtom } from './atoms.ts';

/** `wait`: try again in this many seconds. */
export type Outcome =
  | { kind: 'posted' | 'queued' | 'blank' | 'tooLong' | 'closed' | 'gone' | 'failed' }
  | { kind: 'wait'; seconds: number };

const draftsAtom = atom<Readonly<Record<string, string>>>({});
/** The draft for a track; survives leaving the page. */
export const draftOf = (trackId: string) =>
  atom(
    (get) => get(draftsAtom)[trackId] ?? '',
    (get, set, text: string) => set(draftsAtom, { ...get(draftsAtom), [trackId]: text }),
  );

/** Clears the draft, unless the user has typed on meanwhile. */
export const writeCommentAtom = atom(
  null,
  async (get, set, trackId: string, text: string): Promise<Outcome> => {
    const outcome = await set(postAtom, trackId, text);
    const isSent = outcome.kind === 'posted' || outcome.kind === 'queued';
    const draft = draftOf(trackId);
    if (isSent && get(draft) === text) set(draft, '');
    return outcome;
  },
);

const postAtom = atom(null, async (get, set, trackId: string, text: string): Promise<Outcome> => {
  const content = tidyText(text).trim();
  if (isBlank(content)) return { kind: 'blank' };
  if (isTooLong(content)) return { kind: 'tooLong' };
  try {
    const body = { trackId, content };
    const answer = (await set(sendAwaitedAtom, 'addComment', body)) as AnswerOf<'addComment'> | null;
    if (answer === null) return { kind: 'queued' };
    const { data, commentsCount } = answer;
    set(freshAtom, [data, ...get(freshAtom).filter(({ id }) => id !== data.id)]);
    set(
      confirmChangeAtom,
      change('tracks', trackId, (track) => ({ ...track, commentsCount })),
    );
    set(invalidateAtom, `comments:${trackId}`);
    return { kind: 'posted' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('a comment was not taken', error);
    return outcomeOf(error);
  }
});

function outcomeOf({ code, retryAfterSeconds }: ApiError): Outcome {
  switch (code) {
    case 'rate_limited':
      return { kind: 'wait', seconds: retryAfterSeconds ?? 5 };
    case 'forbidden':
      return { kind: 'closed' };
    case 'not_found':
      return { kind: 'gone' };
    default:
      return { kind: 'failed' };
  }
}
