// Back from a profile restores the scroll position in a long thread.
import { createStore } from 'jotai/vanilla';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useScrollPlace } from '../../../../src/app/useScrollPlace.ts';
import { Comments } from '../../../../src/features/comments/Comments.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

const COUNT = 120;
const track = buildTrack({ id: 'a', title: 'Rain', duration: 300, commentsCount: COUNT });
/** Lengths range from one to twenty lines. */
const comments = Array.from({ length: COUNT }, (_, n) => ({
  id: `back-${n}`,
  content: `N${n} ${`${'warm '.repeat((n * 7) % 23)}\n`.repeat(1 + (n % 5))}`,
  user: { id: `user-${n}`, username: `ole${n}` },
  trackId: 'a',
  trackTitle: 'Rain',
  createdAt: new Date(Date.now() - n * 60_000).toISOString(),
  likes: 0,
  likeCount: 0,
  isLiked: false,
}));

const ignore = () => {};

function App() {
  useScrollPlace();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" style={{ position: 'fixed', top: 0 }} onClick={() => navigate(-1)}>
        Back
      </button>
      <Routes>
        <Route path="/profile/*" element={<p>somebody</p>} />
        <Route path="*" element={<Comments track={track} onMoment={ignore} />} />
      </Routes>
    </>
  );
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-comment]')];
const read = () => rows().find((row) => row.getBoundingClientRect().top > 60);
const placeOf = (row: HTMLElement | undefined) => ({
  id: row?.dataset.comment,
  top: Math.round(row?.getBoundingClientRect().top ?? -1),
});
const frames = async () => {
  for (let n = 0; n < 12; n++) await new Promise((next) => requestAnimationFrame(next));
};

it.each([
  ['a phone', 360, 640],
  ['a larger phone', 390, 844],
  ['a desk', 1440, 900],
])('restores the thread on %s', async (_what, width, height) => {
  await page.viewport(width, height);
  const store = createStore();
  fakeServer(store, {
    me: () => okReply(null),
    getComments: ({ cursor }) => {
      const from = Number(cursor ?? 0);
      return okReply(comments.slice(from, from + 50), from + 50 < COUNT ? String(from + 50) : undefined);
    },
  });
  const { screen } = await renderApp(<App />, { store, path: '/player/a' });
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Number(rows()[0]?.getAttribute('aria-setsize'));
    })
    .toBe(COUNT);
  for (const share of [0.9, 0.5, 0.2]) {
    window.scrollTo(0, document.documentElement.scrollHeight * share);
    await frames();
    const before = placeOf(read());
    read()?.querySelector('a')?.click();
    await expect.element(screen.getByText('somebody')).toBeVisible();
    await frames();
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => rows().length).toBeGreaterThan(0);
    await frames();
    await expect.poll(() => placeOf(read())).toEqual(before);
  }
});
