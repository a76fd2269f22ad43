// Scrolling reaches the end of a list despite a changing ranking, failed requests,
// reloads after server events, and a user who scrolled before the list loaded.
import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TrackList } from '../../../../src/features/feed/TrackList.tsx';
import { applyChangeAtom } from '../../../../src/state/changes.ts';
import { invalidateAtom, refreshShownAtom } from '../../../../src/state/registry.ts';
import { tracksList } from '../../../../src/state/tracks.ts';
import { generator } from '../../../support/audio/generator.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildTrack({ id: `t${from + index}`, title: `${from + index}` }),
  );

let opened = 0;

async function open(getTracks: (body: Record<string, unknown>) => Answer) {
  const store = createStore();
  const server = fakeServer(store, { me: () => okReply(null), getTracks });
  const list = tracksList({ user: `more-${++opened}` });
  const { screen } = await renderApp(
    <>
      <div style={{ height: 1200 }} />
      <TrackList list={list} empty={<p>nothing here</p>} />
    </>,
    { store },
  );
  const known = () => {
    const state = store.get(list);
    return state.status === 'loading' ? 0 : state.rows.length;
  };
  return { server, screen, store, list, known };
}

const scrollToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

it('loads on when a page contains only known tracks (row 8)', async () => {
  const pages: Record<string, () => Answer> = {
    '': () => okReply(rows(0, 20), 'a'),
    // The ranking moved, so the second page repeats the first.
    a: () => okReply(rows(0, 20), 'b'),
    b: () => okReply(rows(20, 5)),
  };
  const { known } = await open(({ cursor = '' }) => pages[String(cursor)]?.() ?? 'offline');
  await expect.poll(known).toBe(20);
  scrollToEnd();
  await expect.poll(known).toBe(25);
});

it('loads on when the user was at the end before the list loaded (row 8)', async () => {
  let line: 'offline' | null = 'offline';
  const { known, screen, store, list } = await open(
    ({ cursor }) => line ?? (cursor === undefined ? okReply(rows(0, 2), 'next') : okReply(rows(2, 5))),
  );
  await expect.element(screen.getByText('Offline', { exact: true })).toBeInTheDocument();
  scrollToEnd();
  await frame();
  line = null;
  await store.set(list, 'refresh');
  await expect.poll(known).toBe(7);
});

it('requests no more pages before the user scrolls (row 8)', async () => {
  const { known, server } = await open(({ cursor }) =>
    cursor === undefined ? okReply(rows(0, 2), 'next') : okReply(rows(2, 5)),
  );
  await expect.poll(known).toBe(2);
  await frame();
  expect(server.countOf('getTracks')).toBe(1);
});

/** Pages of ten, ranked by changing likes; like the server's, a cursor is the rank of the last row. */
function ranking(random: (limit: number) => number) {
  const tracks = rows(0, 100).map((track) => ({ ...track, likes: random(1000) }));
  const place = ({ likes, id }: { likes: number; id: string }) => likes * 1000 + Number(id.slice(1));
  return {
    like: () => {
      const track = tracks[random(tracks.length)];
      if (track) track.likes = random(1000);
      return track?.id ?? '';
    },
    page: ({ cursor, ids }: Record<string, unknown>): Answer => {
      if (ids !== undefined) return okReply(tracks.filter(({ id }) => String(ids).split(',').includes(id)));
      const ranked = [...tracks].sort((one, other) => place(other) - place(one));
      const rest = ranked.filter((track) => cursor === undefined || place(track) < Number(cursor));
      const shown = rest.slice(0, 10);
      const last = shown.at(-1);
      return okReply(shown, last && rest.length > 10 ? String(place(last)) : undefined);
    },
  };
}

for (const seed of [1, 2, 3, 4]) {
  it(`reaches its end despite likes, events, failed requests and refreshes (row 8, seed ${seed})`, async () => {
    const random = generator(seed);
    const { like, page: pageOf } = ranking(random);
    let breaks = 0;
    const { store, screen, known } = await open((body) => {
      if (breaks > 0) {
        breaks--;
        return random(2) ? 'offline' : refusedReply('internal');
      }
      return pageOf(body);
    });
    await expect.poll(known).toBe(10);
    const happenings = [
      () => store.set(applyChangeAtom, { name: 'tracksChanged', data: { trackIds: [like()], lists: true } }),
      () => store.set(invalidateAtom, 'tracks'),
      () => store.set(refreshShownAtom, true),
      () => {
        breaks = 1 + random(2);
      },
      () => void like(),
      () => window.scrollTo(0, random(2000)),
    ];
    for (let turn = 0; turn < 20; turn++) {
      happenings[random(happenings.length)]?.();
      if (random(2)) scrollToEnd();
      if (random(3)) await frame();
    }
    breaks = 0;
    store.set(refreshShownAtom, true);
    await expect
      .poll(
        () => {
          // A failed request shows "Try again".
          const again = screen.getByRole('button', { name: 'Try again' }).elements();
          for (const button of again) (button as HTMLElement).click();
          scrollToEnd();
          return screen.getByText('No more recordings').elements().length;
        },
        { timeout: 5000 },
      )
      .toBe(1);
    expect(known()).toBeGreaterThan(50);
  });
}
