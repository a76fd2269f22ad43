// Comments in the browser: writing, liking, deleting and counting, with a server that may fail.
import { createStore } from 'jotai/vanilla';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CommentView } from '../../../../api/contract/comments.ts';
import type { TrackView } from '../../../../api/contract/tracks.ts';
import { draftOf } from '../../../../src/features/comments/write.ts';
import { CommentPage } from '../../../../src/pages/CommentPage.tsx';
import { TrackPage } from '../../../../src/pages/TrackPage.tsx';
import { elapsedSecondsAtom, playerStateAtom } from '../../../../src/state/player.ts';
import { connectPlaybackAtom } from '../../../../src/state/playerActions.ts';
import { invalidateAtom } from '../../../../src/state/registry.ts';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const ME = { id: 'me', username: 'anon_1', role: 'user', isGuest: false, createdAt: '2026-11-01T00:00:00Z' };

let serial = 0;
function buildComment(change: Partial<CommentView> = {}): CommentView {
  serial++;
  return {
    id: `c${serial}`,
    content: `Words ${serial}`,
    user: { id: 'user-2', username: 'ole' },
    trackId: 'a',
    trackTitle: 'Rain',
    createdAt: new Date(Date.now() - serial * 60_000).toISOString(),
    likes: 0,
    likeCount: 0,
    isLiked: false,
    ...change,
  };
}

/** A fake server with one track and its comments; it stores writes. */
function socialServer(
  store: ReturnType<typeof createStore>,
  {
    track: given = {},
    comments = [],
    add,
    device = fakeDevice(),
  }: {
    track?: Partial<TrackView>;
    comments?: CommentView[];
    /** Replaces the answer to `addComment`. */
    add?: () => Answer | undefined;
    device?: ReturnType<typeof fakeDevice>;
  } = {},
) {
  const rows = [...comments];
  const track = buildTrack({ id: 'a', title: 'Rain', duration: 300, ...given });
  const view = () => ({ ...track, commentsCount: rows.length });
  const server = fakeServer(
    store,
    {
      me: () => okReply(ME),
      getTracks: ({ id }) => okReply(id === undefined || id === 'a' ? [view()] : []),
      getComments: ({ cursor }) => {
        const from = Number(cursor ?? 0);
        const next = from + 50 < rows.length ? String(from + 50) : undefined;
        return okReply(rows.slice(from, from + 50), next);
      },
      addComment: ({ trackId, content }) => {
        const instead = add?.();
        if (instead !== undefined) return instead;
        const user = { id: ME.id, username: ME.username };
        const createdAt = new Date().toISOString();
        const row = buildComment({ trackId: String(trackId), content: String(content), user, createdAt });
        rows.unshift(row);
        return { data: row, commentsCount: rows.length } as Answer;
      },
      deleteComment: ({ commentId }) => {
        rows.splice(0, rows.length, ...rows.filter(({ id }) => id !== commentId));
        return {
          data: { commentId, trackId: 'a' },
          commentsCount: rows.length,
        } as Answer;
      },
      addCommentLike: () => okReply({}),
      hidePerson: () => okReply({}),
      getHiddenPeople: () => okReply([]),
      removeCommentLike: () => okReply(null),
      addLike: () => okReply({}),
      removeLike: () => okReply(null),
      addBookmark: () => okReply({}),
      removeBookmark: () => okReply(null),
      getTranscript: () => okReply({ trackId: 'a', transcript: 'Come closer.' }),
    },
    device,
  );
  return { server, rows };
}

function Where() {
  const { pathname, search, state } = useLocation();
  return (
    <output data-where>
      {pathname + search} {JSON.stringify(state)}
    </output>
  );
}
const where = () => document.querySelector('[data-where]')?.textContent ?? '';

async function open(path: string, options: Parameters<typeof socialServer>[1] = {}, store = createStore()) {
  const { server, rows } = socialServer(store, options);
  store.set(connectPlaybackAtom, createFakePlayback());
  await store.set(loadSessionAtom);
  const { screen } = await renderApp(
    <Routes>
      <Route path="/player/:id" element={<TrackPage />} />
      <Route path="/comment-track" element={<CommentPage />} />
      <Route path="*" element={<Where />} />
    </Routes>,
    { store, path },
  );
  return { screen, store, server, rows };
}

const COMMENTS = '/comment-track?trackId=a';
const written = () => [...document.querySelectorAll('[data-comment] p')].map((words) => words.textContent);
const input = () => page.getByRole('textbox', { name: 'Your comment' });
const menu = () => page.getByRole('button', { name: 'More for this comment' });
const remove = () => page.getByRole('button', { name: 'Delete this comment' });

describe('writing a comment (row 16)', () => {
  it('posts on Enter, breaks the line on Shift+Enter, then clears the field and updates the count', async () => {
    const { server } = await open(COMMENTS, { comments: [buildComment({ content: 'First' })] });
    await expect.element(page.getByText('1 comment')).toBeVisible();
    await userEvent.type(input(), '  so close{Shift>}{Enter}{/Shift}so warm  ');
    await userEvent.keyboard('{Enter}');
    await expect.element(input()).toHaveValue('');
    await expect.poll(written).toEqual(['so close\nso warm', 'First']);
    await expect.element(page.getByText('2 comments')).toBeVisible();
    await expect.element(page.getByText('Du')).toHaveAttribute('lang', 'de');
    expect(server.countOf('addComment')).toBe(1);
    expect(server.calls.find(({ action }) => action === 'addComment')?.body.content).toBe(
      'so close\nso warm',
    );
  });

  it('keeps what is typed while the comment before it is on its way', async () => {
    const store = createStore();
    const add = () => void store.set(draftOf('a'), 'And softer');
    await open(COMMENTS, { add: add as () => undefined }, store);
    await userEvent.type(input(), 'so close{Enter}');
    await expect.poll(written).toEqual(['so close']);
    await expect.element(input()).toHaveValue('And softer');
  });

  it('rejects the 501st character and shows a count from 450, with an emoji family as one character', async () => {
    await open(COMMENTS);
    const family = '👨‍👩‍👧‍👦';
    await input().fill(`${family}${'x'.repeat(448)}`);
    await expect.element(page.getByText(/\/ 500/)).not.toBeInTheDocument();
    await input().fill(`${family}${'x'.repeat(499)}`);
    await expect.element(page.getByText('500 / 500')).toBeVisible();
    await userEvent.type(input(), 'y');
    await expect.element(input()).toHaveValue(`${family}${'x'.repeat(499)}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent('500 characters at most');
  });

  it('rejects a blank comment without a request', async () => {
    const { server } = await open(COMMENTS);
    await input().fill(' \u200b ');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Write a word or two first');
    expect(server.countOf('addComment')).toBe(0);
  });

  it('shows the specified failure and keeps the text; a retry uses the same key', async () => {
    let fails = true;
    const { server } = await open(COMMENTS, {
      add: () => (fails ? refusedReply('internal') : undefined),
    });
    await userEvent.type(input(), 'so close{Enter}');
    const alert = page.getByRole('alert');
    await expect
      .element(alert)
      .toHaveTextContent('Fehler beim Hinzufügen des Kommentars. Bitte versuchen Sie es erneut.');
    expect(alert.element().querySelector('[lang=de]')).not.toBeNull();
    await expect.element(input()).toHaveValue('so close');
    fails = false;
    await userEvent.keyboard('{Enter}');
    await expect.poll(written).toEqual(['so close']);
    const keys = server.calls
      .filter(({ action }) => action === 'addComment')
      .map(({ options }) => options.idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('asks the user to wait after a rate limit, and keeps the text', async () => {
    await open(COMMENTS, { add: () => refusedReply('rate_limited') });
    await userEvent.type(input(), 'again{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Try again in 5 s.');
    await expect.element(input()).toHaveValue('again');
  });

  it('stores the comment on the phone while offline, and sends it once', async () => {
    let away = true;
    const device = fakeDevice();
    const { server, store } = await open(COMMENTS, { add: () => (away ? 'offline' : undefined), device });
    await userEvent.type(input(), 'from the train{Enter}');
    await expect.element(input()).toHaveValue('');
    await expect.element(page.getByText('from the train')).toBeVisible();
    await expect.element(page.getByText('1 comment')).toBeVisible();
    expect(device.outbox.size).toBe(1);
    away = false;
    const { flushWritesAtom } = await import('../../../../src/state/outbox.ts');
    await store.set(flushWritesAtom);
    await expect.poll(written).toEqual(['from the train']);
    expect(device.outbox.size).toBe(0);
    expect(document.querySelector('[data-unsent]')).toBeNull();
    await expect.element(page.getByText('1 comment')).toBeVisible();
    const keys = server.calls
      .filter(({ action }) => action === 'addComment')
      .map(({ options }) => options.idempotencyKey);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows a notice instead of the form when the owner turned comments off', async () => {
    await open(COMMENTS, { track: { allowComments: false } });
    await expect.element(page.getByText('Comments are off for this recording')).toBeVisible();
    await expect.element(input()).not.toBeInTheDocument();
    await expect.element(page.getByText('No comments yet')).toBeVisible();
    await expect.element(page.getByText('Be the first to comment!')).not.toBeInTheDocument();
  });
});

describe('the list (row 16)', () => {
  it('shows that there are no comments yet', async () => {
    await open(COMMENTS);
    await expect.element(page.getByText('No comments yet')).toBeVisible();
    await expect.element(page.getByText('Be the first to comment!')).toBeVisible();
  });

  it('toggles a like and never counts below zero', async () => {
    const { server } = await open(COMMENTS, { comments: [buildComment({ isLiked: true, likes: 0 })] });
    const like = page.getByRole('button', { name: /^Like this comment/ });
    await expect.element(like).toHaveAttribute('aria-pressed', 'true');
    await like.click();
    await expect.element(like).toHaveAttribute('aria-label', 'Like this comment, 0 likes');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
    await like.click();
    await expect.element(like).toHaveAttribute('aria-label', 'Like this comment, 1 like');
    await expect.poll(() => server.countOf('addCommentLike')).toBe(1);
    expect(server.countOf('removeCommentLike')).toBe(1);
  });

  it('removes my comment at once, restores it on undo, and deletes it after a delay', async () => {
    const mine = buildComment({ content: 'Mine', user: { id: ME.id, username: ME.username } });
    const { server } = await open(COMMENTS, { comments: [mine, buildComment({ content: 'Yours' })] });
    await menu().first().click();
    await remove().click();
    await expect.poll(written).toEqual(['Yours']);
    await expect.element(page.getByText('1 comment')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(written).toEqual(['Mine', 'Yours']);
    await expect.element(page.getByText('2 comments')).toBeVisible();
    expect(server.countOf('deleteComment')).toBe(0);
    // The undo bar stays while the pointer is on it.
    await userEvent.hover(page.getByText('2 comments'));
    await menu().first().click();
    await expect.element(remove()).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      (remove().element() as HTMLElement).click();
      await vi.waitFor(() => expect(document.querySelector('[role=status] button')).not.toBeNull());
      await vi.advanceTimersByTimeAsync(8000);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => server.countOf('deleteComment')).toBe(1);
    await expect.poll(written).toEqual(['Yours']);
    await expect.element(page.getByText('1 comment')).toBeVisible();
  });

  it('lets only the track owner delete comments of others; other users can report, mute and block', async () => {
    const { server } = await open(COMMENTS, { comments: [buildComment()] });
    await expect.element(page.getByRole('link', { name: 'Report this comment' })).not.toBeInTheDocument();
    await menu().click();
    await expect.element(page.getByRole('link', { name: 'Report this comment' })).toBeVisible();
    await expect.element(remove()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(server.calls.find(({ action }) => action === 'hidePerson')?.body).toEqual({
      userId: 'user-2',
      kind: 'mute',
    });
  });

  it('lets me delete comments on my track', async () => {
    await open(COMMENTS, { track: { userId: ME.id }, comments: [buildComment()] });
    await menu().click();
    await expect.element(remove()).toBeVisible();
  });

  it('opens the menu of a comment by keyboard, and Escape returns to its button', async () => {
    await open(COMMENTS, { comments: [buildComment()] });
    await expect.element(menu()).toBeVisible();
    const { width, height } = menu().element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    (menu().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'This comment' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Report this comment' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(menu()).toHaveFocus();
  });

  describe('a long list', () => {
    const LONG = 120;
    /** Lengths range from one to twenty lines. */
    const many = (count = LONG) =>
      Array.from({ length: count }, (_, n) =>
        buildComment({ content: `N${n} ${`${'warm '.repeat((n * 7) % 23)}\n`.repeat(1 + (n % 5))}` }),
      );
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-comment]')];
    const numberOf = (row: HTMLElement | undefined) => Number(/N(\d+)/.exec(row?.textContent ?? '')?.[1]);
    const said = () => Number(rows()[0]?.getAttribute('aria-setsize'));
    const frames = async () => {
      for (let n = 0; n < 3; n++) await new Promise((next) => requestAnimationFrame(next));
    };
    const toTheEnd = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return said();
    };
    const onScreen = () => rows().find((row) => row.getBoundingClientRect().top > 60);

    it('loads to its end, keeps few rows in the document, and shows each once', async () => {
      await open(COMMENTS, { comments: many() });
      await expect.poll(toTheEnd).toBe(LONG);
      await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
      window.scrollTo(0, 0);
      await expect.poll(() => numberOf(rows()[0])).toBe(0);
      const seen = new Set<number>();
      for (let at = 0; at < document.documentElement.scrollHeight; at += 500) {
        window.scrollTo(0, at);
        await frames();
        const numbers = rows().map(numberOf);
        expect(numbers.length).toBeLessThan(40);
        expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));
        for (const each of numbers) seen.add(each);
      }
      expect(seen.size).toBe(LONG);
    });

    it('keeps its position while comments of unknown height load above', async () => {
      await open(COMMENTS, { comments: many() });
      await expect.poll(toTheEnd).toBe(LONG);
      await frames();
      for (let step = 0; step < 12; step++) {
        const row = onScreen();
        const before = row?.getBoundingClientRect().top ?? 0;
        window.scrollBy(0, -250);
        await frames();
        expect(row?.isConnected).toBe(true);
        expect(Math.abs((row?.getBoundingClientRect().top ?? 0) - before - 250)).toBeLessThan(1.5);
      }
    });

    it('adds a new comment at the top without moving the visible rows', async () => {
      const { store, rows: kept } = await open(COMMENTS, { comments: many() });
      await expect.poll(toTheEnd).toBe(LONG);
      window.scrollTo(0, document.documentElement.scrollHeight / 2);
      await frames();
      const row = onScreen();
      const before = row?.getBoundingClientRect().top ?? 0;
      kept.unshift(buildComment({ content: 'Just now\n\n\n\nand long' }));
      store.set(invalidateAtom, 'comments:a');
      await expect.poll(said).toBe(LONG + 1);
      await frames();
      expect(Math.abs((row?.getBoundingClientRect().top ?? 0) - before)).toBeLessThan(1.5);
      window.scrollTo(0, 0);
      await expect.poll(() => written()[0]).toContain('Just now');
    });

    it('keeps the focused row while the page scrolls', async () => {
      await open(COMMENTS, { comments: many() });
      await expect.poll(() => rows().length).toBeGreaterThan(2);
      rows()[1]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
      const focused = document.activeElement;
      await expect.poll(toTheEnd).toBe(LONG);
      await expect.poll(() => rows().map(numberOf)).toContain(LONG - 1);
      expect(document.activeElement).toBe(focused);
      expect(numberOf(rows()[0])).toBe(1);
      expect(rows().length).toBeLessThan(40);
    });
  });

  it('links a time in the text to that moment, but not a time beyond the end', async () => {
    const content = 'at 3:12 it turns, see http://example.org/1:10 and 9:59';
    const { screen } = await open(COMMENTS, { comments: [buildComment({ content })] });
    await expect.element(screen.getByRole('button', { name: 'Go to 3:12' })).toBeVisible();
    expect(document.querySelectorAll('[data-comment] p button')).toHaveLength(1);
    expect(document.querySelector('[data-comment] p a')).toBeNull();
    await screen.getByRole('button', { name: 'Go to 3:12' }).click();
    await expect
      .element(screen.getByRole('slider', { name: 'Position' }))
      .toHaveAttribute('aria-valuenow', '192');
  });
});

describe('the page (row 16)', () => {
  it.each(['/comment-track', '/comment-track?trackId=nobody', '/comment-track?trackId=%20%2F'])(
    '%s says "Track not found" and offers a way back',
    async (path) => {
      const { screen } = await open(path);
      await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Track not found');
      await screen.getByRole('button', { name: 'Go back' }).click();
      await expect.poll(where).toContain('/');
    },
  );

  it('shows the track as a card that leads to its player, with equal counts', async () => {
    const comments = [buildComment(), buildComment()];
    const { screen } = await open(COMMENTS, { comments });
    await expect.element(screen.getByText('2 comments')).toBeVisible();
    expect(document.querySelector('[data-comments-count]')?.textContent).toBe('2');
    await screen.getByRole('heading', { level: 1, name: 'Rain' }).click();
    await expect.element(screen.getByRole('link', { name: '2 comments' })).toHaveAttribute('href', COMMENTS);
    expect(document.querySelector('[data-comments-count]')?.textContent).toBe('2');
  });
});

describe('like and bookmark (row 15)', () => {
  it('toggles back on a second press, and animates the icon on each', async () => {
    const { screen, server } = await open('/player/a', { track: { likes: 4 } });
    const like = screen.getByRole('button', { name: /^Like, / });
    await expect.element(like).toHaveAttribute('aria-label', 'Like, 4 likes');
    await like.click();
    await expect.element(like).toHaveAttribute('aria-label', 'Like, 5 likes');
    const icon = () => like.element().querySelector('span');
    const [beat] = icon()?.getAnimations() ?? [];
    expect(beat?.effect?.getTiming().duration).toBe(300);
    const first = icon();
    await like.click();
    await expect.element(like).toHaveAttribute('aria-label', 'Like, 4 likes');
    expect(icon()).not.toBe(first);
    const bookmark = screen.getByRole('button', { name: 'Bookmark' });
    await bookmark.click();
    await expect.element(bookmark).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => server.countOf('addBookmark')).toBe(1);
  });

  it('takes back a refused like with a message', async () => {
    const store = createStore();
    const { screen, server } = await open('/player/a', { track: { likes: 4 } }, store);
    server.calls.length = 0;
    const { statePortsAtom } = await import('../../../../src/state/ports.ts');
    const { ApiError } = await import('../../../../src/api/client.ts');
    store.set(statePortsAtom, {
      ...store.get(statePortsAtom),
      write: () => Promise.reject(new ApiError('forbidden', 403, 'no')),
    });
    const like = screen.getByRole('button', { name: /^Like, / });
    await like.click();
    await expect.element(screen.getByText('Couldn’t save this')).toBeVisible();
    await expect.element(like).toHaveAttribute('aria-label', 'Like, 4 likes');
    await expect.element(like).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the player page (row 11)', () => {
  it('links each chip to its search, the gender first', async () => {
    const { screen } = await open('/player/a', { track: { gender: 'Couple', tags: ['Soft', 'Couple'] } });
    await expect
      .element(screen.getByRole('link', { name: 'Soft' }))
      .toHaveAttribute('href', '/search?tags=Soft');
    const chips = [...document.querySelectorAll('ul[aria-label="Tags"] a')].map((chip) => chip.textContent);
    expect(chips).toEqual(['Couple', 'Soft']);
  });

  it('shows placeholders for a track without tags, without links', async () => {
    await open('/player/a', { track: { gender: null, tags: [] } });
    const tags = page.getByRole('list', { name: 'Tags' });
    await expect.element(tags).toHaveTextContent('SoftFemaleToyWhisperIntimate');
    expect(tags.element().querySelector('a')).toBeNull();
  });

  it('?t= opens at that moment without playing, in any notation', async () => {
    const { screen, store } = await open('/player/a?t=1m30s');
    await expect
      .element(screen.getByRole('slider', { name: 'Position' }))
      .toHaveAttribute('aria-valuenow', '90');
    expect(store.get(elapsedSecondsAtom)).toBe(90);
    await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
  });

  it('adds the current moment to the comment and the report', async () => {
    const { screen } = await open('/player/a?t=192');
    await userEvent.type(input(), 'here');
    await screen.getByRole('button', { name: 'Put “at 3:12” into your comment' }).click();
    await expect.element(input()).toHaveValue('here at 3:12 ');
    const report = screen.getByRole('link', { name: 'Report inappropriate content at 3:12' });
    await report.click();
    await expect.poll(where).toContain('/report?trackId=a&type=recording&targetId=a&at=192');
    const state = JSON.parse(where().slice(where().indexOf(' '))) as object;
    expect(state).toMatchObject({
      trackId: 'a',
      at: 192,
      trackInfo: { id: 'a', title: 'Rain', username: 'mira' },
    });
  });

  it.each([360, 1440])('keeps the layout when the recording begins, at %d px', async (width) => {
    await page.viewport(width, 900);
    const { store } = await open('/player/a?t=192', {
      comments: [buildComment()],
      track: { description: 'An evening by the sea.' },
    });
    const top = () => document.querySelector('[data-comment]')?.getBoundingClientRect().top;
    await expect.poll(top).toBeGreaterThan(0);
    const playing = top();
    store.set(elapsedSecondsAtom, 0);
    await expect.poll(() => document.body.textContent).not.toContain('at 3:12');
    expect(top()).toBe(playing);
  });

  it('shows the transcript', async () => {
    const { screen, server } = await open('/player/a', { track: { hasTranscript: true } });
    await screen.getByText('Transcript').click();
    await expect.element(screen.getByText('Come closer.')).toBeVisible();
    expect(server.countOf('getTranscript')).toBe(1);
  });

  it('shows "Track not found" when the track is deleted while open', async () => {
    const store = createStore();
    let isThere = true;
    const { screen } = await open('/player/a', {}, store);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    const { statePortsAtom } = await import('../../../../src/state/ports.ts');
    const ports = store.get(statePortsAtom);
    const read = ((name: string, ...rest: [never]) =>
      name === 'getTracks' && !isThere
        ? Promise.resolve({ data: [] })
        : ports.read(name as never, ...rest)) as typeof ports.read;
    store.set(statePortsAtom, { ...ports, read });
    isThere = false;
    store.set(invalidateAtom, 'tracks');
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Track not found');
  });
});

describe('comments on the seek ring', () => {
  const ticks = () => Number(document.querySelector('svg[data-moments]')?.getAttribute('data-moments'));
  const risen = () => document.querySelector('[data-risen]')?.textContent ?? null;
  const comments = [
    buildComment({ content: 'newest at 0:40' }),
    buildComment({ content: 'older at 0:40, and 9:59 is beyond the end' }),
    buildComment({ content: '2:05 gives me goosebumps' }),
    buildComment({ content: 'no time at all' }),
  ];

  it('shows a tick for each moment, and none without moments', async () => {
    await open('/player/a', { comments });
    await expect.poll(ticks).toBe(2);
    const ring = page.getByRole('slider', { name: 'Position' });
    await expect.element(ring).toHaveAttribute('aria-valuemax', '300');
    expect(ring.element().closest('[data-phase]')?.querySelectorAll('svg path[d^=M]').length).toBeGreaterThan(
      0,
    );
  });

  it('raises the line of the moment that the sound reaches, and no line while paused or between moments', async () => {
    const { store } = await open('/player/a', { comments });
    await expect.poll(ticks).toBe(2);
    const hear = (elapsed: number) => store.set(elapsedSecondsAtom, elapsed);
    hear(40);
    await new Promise((next) => requestAnimationFrame(next));
    expect(risen()).toBeNull();
    hear(38);
    store.set(playerStateAtom, { phase: 'playing', trackId: 'a' });
    hear(39);
    await new Promise((next) => requestAnimationFrame(next));
    expect(risen()).toBeNull();
    // Twice the speed steps over a second.
    hear(41);
    await expect.poll(risen).toBe('newest at 0:40');
    expect(document.querySelector('[data-risen]')?.getAttribute('aria-hidden')).toBe('true');
    // A seek passes 0:40 … 2:04 without sound.
    hear(125);
    await expect.poll(risen).toBe('2:05 gives me goosebumps');
    await expect.poll(risen, { timeout: 6000 }).toBeNull();
  });
});
