// The admin area in the browser, with a fake server that stores, sorts, fails and counts.
import { createStore } from 'jotai/vanilla';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_RULES } from '../../../../api/contract/defaultRules.ts';
import type { CommentTableRow, TrackTableRow, UserTableRow } from '../../../../api/contract/overview.ts';
import type { ReportView } from '../../../../api/contract/reports.ts';
import { type MuffledPlayer, openMuffled } from '../../../../src/audio/muffled.ts';
import { adminPortsAtom } from '../../../../src/features/admin/ports.ts';
import { AdminPage } from '../../../../src/pages/AdminPage.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { setNetwork } from '../../../support/network/network.ts';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  setNetwork(true);
  await page.viewport(1440, 900);
});

const COUNTS = {
  users: 20_345,
  tracks: 3,
  comments: 2,
  likes: 7,
  storageBytes: 3 * 1024 * 1024,
  reports: 2,
  pendingReports: 1,
  urgentReports: 0,
  pendingUploads: 0,
};
const buildTrack = (index: number, change: Partial<TrackTableRow> = {}): TrackTableRow => ({
  id: `t${index}`,
  title: `Track ${index}`,
  user: { id: 'ada', username: 'ada' },
  duration: 60 + index,
  fileSize: 1000 + index,
  likes: index,
  commentsCount: 1,
  plays: 0,
  gender: 'Female',
  tags: [],
  status: 'active',
  createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  url: `/audio/${index}.mp3`,
  cover: '',
  ...change,
});
const buildReport = (change: Partial<ReportView> = {}): ReportView => ({
  id: 'r1',
  type: 'recording',
  targetId: 't1',
  targetTitle: 'A title of fifty characters, which is cut at forty',
  trackId: 't1',
  trackTitle: 'Track 1',
  isThere: true,
  reportedId: 'ada',
  reportedUsername: 'ada',
  reporter: { isGuest: true, reports: 3, confirmed: 1 },
  category: null,
  gravity: 'other',
  recording: { url: '/audio/1.mp3', duration: 240, cover: '', isHidden: false },
  atSeconds: null,
  reason: 'A reason of forty characters, cut early.',
  status: 'pending',
  createdAt: '2026-11-22T10:00:00Z',
  reviewedBy: null,
  reviewedAt: null,
  outcome: null,
  closedBecause: null,
  ruleId: null,
  decisionReason: '',
  appeal: null,
  appealedAt: null,
  appealOutcome: null,
  appealAnswer: '',
  appealAnsweredAt: null,
  barredAs: null,
  ...change,
});
const person: UserTableRow = {
  id: 'ada',
  username: 'ada',
  email: 'ada@example.org',
  role: 'user',
  hasPassword: true,
  totalUploads: 3,
  totalLikes: 4,
  isVerified: true,
  createdAt: '2026-11-01T00:00:00Z',
};
const comment: CommentTableRow = {
  id: 'c1',
  content: 'Wunderschön',
  user: { id: 'ole', username: 'ole' },
  trackId: 't2',
  trackTitle: 'Track 2',
  createdAt: '2026-11-02T00:00:00Z',
  likeCount: 2,
};
const STATISTICS = {
  happened: { plays: 1, tracks: 1, likes: 1, comments: 1, users: 1, guests: 1, reports: 1 },
  days: [{ date: '2026-11-01', plays: 1, tracks: 1, likes: 1, comments: 1, users: 1, guests: 1, reports: 1 }],
};
const paged = (data: unknown[], total = data.length, nextCursor?: string): Answer =>
  ({ ...okReply(data, nextCursor), total }) as Answer;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{`${pathname}${search}`}</output>;
}

interface Setting {
  role?: 'admin' | 'moderator' | 'user' | null;
  path?: string;
  answers?: Record<string, (body: Record<string, unknown>) => Answer>;
}

async function open({ role = 'admin', path = '/admin', answers = {} }: Setting = {}) {
  const store = createStore();
  const me = role && { id: 'me', username: 'me', role, isGuest: false, createdAt: '2026-01-01T00:00:00Z' };
  const server = fakeServer(store, {
    me: () => okReply(me),
    getOverview: () => okReply(COUNTS),
    getTrackTable: () => paged([buildTrack(3), buildTrack(2), buildTrack(1)]),
    getUserTable: () => paged([person]),
    getCommentTable: () => paged([comment]),
    getReportTable: () => paged([buildReport()]),
    findEvidence: () => okReply(null),
    getConfig: () => okReply({ demoMode: false }),
    getRules: () => okReply(DEFAULT_RULES),
    getAutoApproveStatus: () => okReply(false),
    getPendingUploads: () => okReply([]),
    ...answers,
  });
  await store.set(loadSessionAtom);
  const playbacks: ReturnType<typeof createFakePlayback>[] = [];
  const muffled: { url: string; player: MuffledPlayer }[] = [];
  store.set(adminPortsAtom, {
    createPlayback: () => {
      const playback = createFakePlayback();
      playbacks.push(playback);
      return playback;
    },
    openMuffled: (url) => {
      const player = openMuffled(url);
      muffled.push({ url, player });
      return player;
    },
    fetchAudio: async () => new Blob(['sound']),
  });
  const { screen } = await renderApp(
    <>
      <AdminPage />
      <Where />
    </>,
    { path, store },
  );
  return { screen, server, store, playbacks, muffled };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
/** Chooses from the “…” of a row. */
async function choose(row: string | RegExp, name: string | RegExp) {
  await button(row).click();
  await button(name).click();
}
const rows = () => page.getByRole('table').getByRole('row');
const lastCall = (server: { calls: { action: string; body: Record<string, unknown> }[] }, action: string) =>
  server.calls.filter((call) => call.action === action).at(-1)?.body;
const card = (name: string) => document.querySelector(`[data-card="${name}"]`)?.textContent;

describe('the frame (row 43)', () => {
  it('shows the server’s numbers on its cards, six tabs, and evidence for admins (row 43)', async () => {
    await open({ path: '/admin?tab=statistics', answers: { getStatistics: () => okReply(STATISTICS) } });
    await expect.element(page.getByText('20,345')).toBeVisible();
    expect(card('tracks')).toBe('Tracks3');
    expect(card('storage')).toBe('Storage3 MB');
    expect(card('reports')).toBe('Reports21 pending');
    expect(document.querySelectorAll('[data-card]')).toHaveLength(6);
    const tabs = page.getByRole('tab').elements();
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Uploads',
      'Benutzer',
      'Kommentare',
      'Reports',
      'Warteschlange',
      'Statistiken',
      'Evidence',
    ]);
  });

  it('shows the dot only while uploads are pending (row 43)', async () => {
    const { screen } = await open();
    await expect.element(page.getByText('Track 3', { exact: true })).toBeVisible();
    expect(page.getByRole('img', { name: /waiting/ }).elements()).toHaveLength(0);
    await screen.unmount();
    await open({ answers: { getOverview: () => okReply({ ...COUNTS, pendingUploads: 4 }) } });
    await expect.element(page.getByRole('img', { name: '4 waiting' })).toBeVisible();
  });

  it('sends one search for all tables to the server and stores it in the address (row 43)', async () => {
    const { server } = await open();
    await page.getByRole('searchbox').fill('WHIS');
    await expect.poll(() => lastCall(server, 'getTrackTable')?.search).toBe('WHIS');
    await page.getByRole('tab', { name: 'Benutzer' }).click();
    await expect.poll(() => lastCall(server, 'getUserTable')?.search).toBe('WHIS');
    await expect.element(page.getByTestId('where')).toHaveTextContent('/admin?q=WHIS&tab=users');
  });

  it('shows the search only on searchable tabs, and keeps its text (row 43)', async () => {
    await open();
    await page.getByRole('searchbox').fill('WHIS');
    await expect.element(page.getByTestId('where')).toHaveTextContent('/admin?q=WHIS');
    const tabsTop = () => page.getByRole('tablist').element().getBoundingClientRect().top;
    const before = tabsTop();
    for (const name of ['Warteschlange', 'Statistiken']) {
      await page.getByRole('tab', { name }).click();
      await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
      expect(tabsTop()).toBe(before);
    }
    await page.getByRole('tab', { name: 'Kommentare' }).click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('WHIS');
  });

  it('filters by a user on a click on the name, until the filter is removed (row 43)', async () => {
    const { server } = await open();
    await button('ada').first().click();
    await expect.poll(() => lastCall(server, 'getTrackTable')?.user).toBe('ada');
    await button('Filtered by ada').click();
    await expect.element(page.getByTestId('where')).toHaveTextContent('/admin');
    await expect.element(button('Filtered by ada')).not.toBeInTheDocument();
  });

  it.each(['user', null] as const)('is closed to %s and requests nothing (row 43)', async (role) => {
    const { server } = await open({ role });
    await expect
      .element(page.getByRole('heading', { name: role ? 'This page is for moderators' : 'Sign in' }))
      .toBeVisible();
    expect(server.calls.map(({ action }) => action)).toEqual(['me']);
  });

  it('hides the log, tools, addresses, roles and account deletion from moderators (row 51)', async () => {
    await open({
      role: 'moderator',
      path: '/admin?tab=users',
      answers: { getUserTable: () => paged([{ ...person, email: null }]) },
    });
    await expect.element(button('ada')).toBeVisible();
    for (const name of ['Audit log', 'Tools', 'More for ada'])
      expect(button(name).elements()).toHaveLength(0);
    expect(page.getByRole('columnheader', { name: 'Email' }).elements()).toHaveLength(0);
  });

  it('links “new post” to publishing (row 50)', async () => {
    await open();
    await page.getByRole('link', { name: 'new post' }).click();
    await expect.element(page.getByTestId('where')).toHaveTextContent('/upload');
  });
});

describe.each([
  ['uploads', 'getTrackTable'],
  ['users', 'getUserTable'],
  ['comments', 'getCommentTable'],
  ['reports', 'getReportTable'],
  ['queue', 'getPendingUploads'],
  ['statistics', 'getStatistics'],
  ['evidence', 'getEvidenceCases'],
  ['audit', 'getAuditTable'],
])('%s without a network', (tab, action) => {
  const path = `/admin?tab=${tab}`;

  it('says once that what it shows may be out of date', async () => {
    let answer: Answer = tab === 'statistics' ? okReply(STATISTICS) : paged([]);
    const { server } = await open({ path, answers: { [action]: () => answer } });
    await expect.poll(() => server.countOf(action)).toBe(1);
    const note = page.getByText(/^You’re offline, so this may be out of date\./);
    await expect.element(note).not.toBeInTheDocument();
    answer = 'offline';
    setNetwork(false);
    await expect.element(note).toBeVisible();
    setNetwork(true);
    await expect.element(note).not.toBeInTheDocument();
  });

  it('says once that nothing loads', async () => {
    setNetwork(false);
    await open({ path, answers: { [action]: () => 'offline', getOverview: () => 'offline' } });
    await expect.element(page.getByText('We can’t reach the server right now.')).toBeVisible();
    expect(page.getByText(/offline/).elements()).toHaveLength(0);
    expect(page.getByText(/^Couldn’t load|fehlgeschlagen$/).elements()).toHaveLength(1);
  });
});

describe('uploads (row 44)', () => {
  it('sorts by newest first; a column sorts, and the active column reverses (row 44)', async () => {
    const { server } = await open();
    await expect
      .poll(() => lastCall(server, 'getTrackTable'))
      .toMatchObject({ sort: 'date', direction: 'desc' });
    const date = page.getByRole('columnheader', { name: 'Date' });
    await expect.element(date).toHaveAttribute('aria-sort', 'descending');
    await date.getByRole('button').click();
    await expect
      .poll(() => lastCall(server, 'getTrackTable'))
      .toMatchObject({ sort: 'date', direction: 'asc' });
    await expect.element(date).toHaveAttribute('aria-sort', 'ascending');
    for (const [name, sort] of [
      ['Title', 'title'],
      ['User', 'user'],
      ['Length', 'length'],
      ['Size', 'size'],
      ['Likes', 'likes'],
      ['Comments', 'comments'],
    ] as const) {
      const column = page.getByRole('columnheader', { name, exact: true }).getByRole('button');
      await column.click();
      await expect.poll(() => lastCall(server, 'getTrackTable')).toMatchObject({ sort, direction: 'desc' });
      await column.click();
      await expect.poll(() => lastCall(server, 'getTrackTable')).toMatchObject({ sort, direction: 'asc' });
    }
  });

  it('stops the current recording when another one starts, and counts no play (row 44)', async () => {
    const { server, playbacks } = await open();
    await button('Play Track 3').click();
    await expect.element(button('Pause Track 3')).toBeVisible();
    await button('Play Track 2').click();
    await expect.element(button('Play Track 3')).toBeVisible();
    expect(playbacks.map(({ calls }) => calls)).toEqual([
      ['load /audio/3.mp3', 'play', 'unload'],
      ['load /audio/2.mp3', 'play'],
    ]);
    await button('Pause Track 2').click();
    await expect.element(button('Play Track 2')).toBeVisible();
    expect(playbacks[1]?.calls.at(-1)).toBe('unload');
    expect(server.countOf('incrementPlay')).toBe(0);
  });

  it('confirms a deletion, shows the specified failure, and focuses the next row (row 44)', async () => {
    let fails = true;
    const { server } = await open({
      answers: { deleteTrack: () => (fails ? refusedReply('internal') : okReply({ trackId: 't3' })) },
    });
    await choose('More for Track 3', 'Delete Track 3');
    expect(server.countOf('deleteTrack')).toBe(0);
    await expect.element(button('Take down')).toBeDisabled();
    await expect.element(page.getByRole('radio', { name: 'Ehrliche Worte' })).toBeVisible();
    // The rules arrive after the dialog has opened: the reason below them must not hold the focus then.
    expect(document.activeElement).toBe(button('Cancel').element());
    await page.getByRole('radio', { name: 'Ehrliche Worte' }).click();
    await button('Take down').click();
    await expect
      .element(page.getByText('Fehler beim Löschen des Tracks. Bitte versuchen Sie es erneut.'))
      .toBeVisible();
    expect(lastCall(server, 'deleteTrack')).toEqual({ trackId: 't3', ruleId: 'honest' });
    fails = false;
    await page.getByLabelText('Reason for ada').fill(' Names are heard in it ');
    await button('Take down').click();
    expect(lastCall(server, 'deleteTrack')).toEqual({
      trackId: 't3',
      ruleId: 'honest',
      reason: 'Names are heard in it',
    });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText('Track 3', { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByText('2 recordings')).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('More for Track 2');
  });

  it('says that a recording of another is taken down, and deletes an own one without a rule (row 44)', async () => {
    const mine = buildTrack(2, { user: { id: 'me', username: 'me' } });
    const { server } = await open({
      answers: {
        getTrackTable: () => paged([buildTrack(3), mine]),
        deleteTrack: () => okReply({ trackId: 't2' }),
      },
    });
    await choose('More for Track 3', 'Delete Track 3');
    await expect.element(page.getByText(/The owner reads the rule and can appeal/)).toBeVisible();
    await button('Cancel').click();
    await choose('More for Track 2', 'Delete Track 2');
    await expect.element(page.getByText(/^Permanently deletes your “Track 2”/)).toBeVisible();
    await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
    await button('Delete recording').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(lastCall(server, 'deleteTrack')).toEqual({ trackId: 't2' });
  });

  it('Escape cancels the dialog and restores the focus (row 44)', async () => {
    const { server } = await open();
    await choose('More for Track 2', 'Delete Track 2');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('More for Track 2');
    expect(server.countOf('deleteTrack')).toBe(0);
  });

  it('shows the comments of a recording in a dialog and deletes one (row 44)', async () => {
    const { server } = await open({
      answers: { deleteComment: () => okReply({ commentId: 'c1', trackId: 't2' }) },
    });
    await choose('More for Track 2', 'Comments on Track 2');
    await expect.element(page.getByText('Wunderschön')).toBeVisible();
    expect(lastCall(server, 'getCommentTable')).toMatchObject({ track: 't2' });
    await button('Delete the comment of ole').click();
    await page.getByRole('radio', { name: 'Ehrliche Worte' }).click();
    await button('Delete comment').click();
    await expect.element(page.getByText('No comments yet')).toBeVisible();
  });

  it('draws only visible rows out of thousands, and loads the next page early', async () => {
    const page1 = Array.from({ length: 100 }, (_, index) => buildTrack(index));
    const { server } = await open({
      answers: {
        getTrackTable: ({ cursor }) =>
          cursor
            ? ({
                ...okReply(
                  page1.map((row) => ({ ...row, id: `${cursor}-${row.id}` })),
                  `${cursor}+`,
                ),
              } as Answer)
            : paged(page1, 50_000, 'p'),
      },
    });
    await expect.element(page.getByText('50,000 recordings')).toBeVisible();
    await expect.poll(() => rows().elements().length).toBeGreaterThan(10);
    expect(rows().elements().length).toBeLessThan(60);
    const pagesAfterScrolling = () => {
      window.scrollBy(0, 3000);
      return server.countOf('getTrackTable');
    };
    await expect.poll(pagesAfterScrolling, { timeout: 30_000 }).toBeGreaterThan(3);
    const lastShown = () => Number(rows().elements().at(-1)?.getAttribute('aria-rowindex'));
    await expect.poll(lastShown).toBeGreaterThan(200);
    expect(rows().elements().length).toBeLessThan(60);
  });
});

describe('users and comments (row 45)', () => {
  it('confirms before deleting a user, then removes the row (row 45)', async () => {
    const { server } = await open({
      path: '/admin?tab=users',
      answers: { deleteUser: () => okReply({ userId: 'ada' }) },
    });
    await expect.element(page.getByText('ada@example.org')).toBeVisible();
    await choose('More for ada', 'Delete ada');
    expect(server.countOf('deleteUser')).toBe(0);
    await page.getByLabelText('Your password').fill('right');
    await expect.element(button('Delete account')).toBeDisabled();
    await page.getByLabelText('Reason', { exact: true }).fill('Spam');
    await button('Delete account').click();
    await expect.poll(() => server.countOf('deleteUser')).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks for a reason and the password before deleting an account, and reports a wrong one (row 45)', async () => {
    const { server } = await open({
      path: '/admin?tab=users',
      answers: {
        getUserTable: () => paged([{ ...person, role: 'admin' }]),
        deleteUser: ({ password }: Record<string, unknown>) =>
          password === 'right' ? okReply({ userId: 'ada' }) : refusedReply('wrong_credentials'),
      },
    });
    await choose('More for ada', 'Delete ada');
    await expect.element(button('Delete account')).toBeDisabled();
    await page.getByLabelText('Reason', { exact: true }).fill('Spam');
    await page.getByLabelText('Your password').fill('wrong');
    await button('Delete account').click();
    await expect.element(page.getByText('Wrong password.')).toBeVisible();
    await page.getByLabelText('Your password').fill('right');
    await button('Delete account').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(lastCall(server, 'deleteUser')).toEqual({ userId: 'ada', reason: 'Spam', password: 'right' });
  });

  it('shows the specified sentence when a comment cannot be deleted (row 45)', async () => {
    const { server } = await open({
      path: '/admin?tab=comments',
      answers: { deleteComment: () => refusedReply('internal') },
    });
    await choose('More for the comment of ole', 'Delete the comment of ole');
    await page.getByRole('radio', { name: 'Ehrliche Worte' }).click();
    await page.getByLabelText('Reason for ole').fill('An insult');
    await button('Delete comment').click();
    await expect
      .element(page.getByText('Fehler beim Löschen des Kommentars. Bitte versuchen Sie es erneut.'))
      .toBeVisible();
    // The text entered stays.
    await expect.element(page.getByLabelText('Reason for ole')).toHaveValue('An insult');
    expect(lastCall(server, 'deleteComment')).toEqual({
      commentId: 'c1',
      ruleId: 'honest',
      reason: 'An insult',
    });
  });

  it('requires the admin’s password to change a role, and keeps the last admin (row 51)', async () => {
    const given: Record<string, unknown>[] = [];
    await open({
      path: '/admin?tab=users',
      answers: {
        setRole: (body) => {
          given.push(body);
          if (body.password !== 'right') return refusedReply('wrong_credentials');
          return body.role === 'moderator'
            ? okReply({ userId: 'ada', role: 'moderator' })
            : refusedReply('last_admin');
        },
      },
    });
    await choose('More for ada', 'Role of ada');
    await page.getByRole('radio', { name: /^Moderator/ }).click();
    await page.getByLabelText('Your password').fill('wrong');
    await button('Change role').click();
    await expect.element(page.getByText('Wrong password.')).toBeVisible();
    await page.getByLabelText('Your password').fill('right');
    await button('Change role').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText('Moderator', { exact: true })).toBeVisible();
    expect(given.at(-1)).toEqual({ userId: 'ada', role: 'moderator', password: 'right' });
  });
});

describe('reports (row 47)', () => {
  it('cuts content at 40 characters and the reason at 30, with an American date (row 47)', async () => {
    await open({ path: '/admin?tab=reports' });
    await expect
      .element(page.getByText('A title of fifty characters, which is cu…', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByText('A reason of forty characters, …', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Nov 22, 2026')).toBeVisible();
  });

  it.each([
    ['owner', 'This is about your own content. Another moderator decides.'],
    ['reporter', 'You reported this. Another moderator decides.'],
  ] as const)('leaves a report to others and says why to its %s', async (barredAs, why) => {
    const report = buildReport({ barredAs, recording: null });
    await open({ path: '/admin?tab=reports', answers: { getReportTable: () => paged([report]) } });
    await button(/^More for the report/).click();
    await expect.element(button(why)).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await button(/^Open the report/).click();
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.poll(dialogButtons).toEqual(['Close']);
  });

  it('shows the decider of an appealed removal no answer', async () => {
    const report = buildReport({
      status: 'resolved',
      appeal: 'It is mine',
      barredAs: 'decider',
      recording: null,
    });
    await open({ path: '/admin?tab=reports', answers: { getReportTable: () => paged([report]) } });
    await button(/^Open the report/).click();
    await expect
      .element(page.getByText('You made this decision. Another moderator answers the appeal.'))
      .toBeVisible();
    await expect.poll(dialogButtons).toEqual(['Close']);
    await expect.element(page.getByLabelText('Your answer')).not.toBeInTheDocument();
  });

  it('says how reliable a reporter is, and lets moderators delete only decided reports', async () => {
    const pending = buildReport({});
    const decided = buildReport({ id: 'r2', status: 'resolved', outcome: 'kept', targetTitle: 'Decided' });
    await open({
      role: 'moderator',
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([pending, decided]) },
    });
    await expect.element(page.getByText('Guest, 1 of 3 confirmed').first()).toBeVisible();
    await button(/^More for the report/)
      .first()
      .click();
    await expect.element(button('Decide this report before you delete it.')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await button('More for the report about “Decided”').click();
    await expect.element(button('Delete the report about “Decided”')).toBeEnabled();
  });

  /** Every admin can also hold what it is about. */
  const dialogButtons = () =>
    page
      .getByRole('dialog')
      .getByRole('button')
      .elements()
      .map((each) => each.textContent)
      .filter((text) => text !== 'Hold as evidence');

  it.each([
    ['pending', ['Close', 'Mark as reviewed', 'Keep', 'Take down']],
    ['reviewed', ['Close', 'Keep', 'Take down']],
    ['resolved', ['Close']],
  ] as const)('offers only valid actions for a %s report (row 47)', async (status, offered) => {
    const report = buildReport({ status, recording: null });
    await open({ path: '/admin?tab=reports', answers: { getReportTable: () => paged([report]) } });
    await button(/^Open the report/).click();
    await expect.poll(dialogButtons).toEqual(offered);
  });

  it('opens the next and the previous report by J and K, except while a text is typed (row 47)', async () => {
    const second = buildReport({ id: 'r2', targetTitle: 'Second', reason: 'Another voice', recording: null });
    await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([buildReport({ recording: null }), second]) },
    });
    await button('Open the report about “A title of fifty characters, which is cu…”').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('A reason of forty characters, cut early.')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(dialog.getByText('Another voice')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(dialog.getByText('Another voice')).toBeVisible();
    await dialog.getByRole('textbox').click();
    await userEvent.keyboard('k');
    await expect.element(dialog.getByText('Another voice')).toBeVisible();
    await dialog.getByRole('heading').first().click();
    await userEvent.keyboard('k');
    await expect.element(dialog.getByText('A reason of forty characters, cut early.')).toBeVisible();
  });

  it('shows the reviewer of a report, and the specified sentence on failure (row 47)', async () => {
    let fails = true;
    await open({
      path: '/admin?tab=reports',
      answers: {
        updateReportStatus: () =>
          fails
            ? refusedReply('internal')
            : okReply(
                buildReport({ status: 'reviewed', reviewedBy: 'admin', reviewedAt: '2026-11-23T10:00:00Z' }),
              ),
      },
    });
    await button(/^Open the report/).click();
    await button('Mark as reviewed').click();
    await expect.element(page.getByText('Failed to update report status. Please try again.')).toBeVisible();
    fails = false;
    await button('Mark as reviewed').click();
    await expect.element(page.getByText('Reviewed by admin')).toBeVisible();
    await expect.element(page.getByText('Nov 23, 2026')).toBeVisible();
  });

  it('confirms a deletion and shows the specified failure (row 47)', async () => {
    const { server } = await open({
      path: '/admin?tab=reports',
      answers: { deleteReport: () => refusedReply('internal') },
    });
    await choose(/^More for the report/, /^Delete the report/);
    expect(server.countOf('deleteReport')).toBe(0);
    await button('Delete report').click();
    await expect.element(page.getByText('Failed to delete report. Please try again.')).toBeVisible();
  });

  it('lists an appeal in the table and sends a written answer (row 47)', async () => {
    const appealed = buildReport({ status: 'resolved', outcome: 'removed', appeal: 'It is mine' });
    const sent: Record<string, unknown>[] = [];
    await open({
      path: '/admin?tab=reports',
      answers: {
        getReportTable: () => paged([appealed]),
        answerAppeal: (body) => {
          sent.push(body);
          return okReply({ ...appealed, appealOutcome: 'declined', appealAnswer: body.answer });
        },
      },
    });
    await expect.element(page.getByText('Appeal', { exact: true })).toBeVisible();
    await button(/^Open the report/).click();
    await expect.element(button('Decline the appeal')).toBeDisabled();
    await page.getByLabelText('Your answer').fill('A name is said');
    await button('Decline the appeal').click();
    await expect.element(page.getByText('Declined. A name is said')).toBeVisible();
    expect(sent).toEqual([{ reportId: 'r1', outcome: 'declined', answer: 'A name is said' }]);
  });
});

describe('a removal', () => {
  const spam = buildReport({ category: 'spam', recording: null });
  const removed = ({ calls }: Parameters<typeof lastCall>[0]) =>
    calls.filter(({ action }) => action === 'updateReportStatus').length;

  it('chooses its rule in one line on a phone, in view with the buttons', async () => {
    await page.viewport(320, 568);
    await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([buildReport({ recording: null })]) },
    });
    await button(/^Open the report/).click();
    const rule = page.getByRole('combobox', { name: 'Which rule does it break?' });
    await expect.element(rule).toBeInViewport({ ratio: 1 });
    await expect.element(button('Take down')).toBeDisabled();
    await rule.selectOptions('Ehrliche Worte');
    await expect.element(button('Take down')).toBeEnabled();
  });

  it('needs a rule, which a digit chooses; undone, it is never sent', async () => {
    const { server } = await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([buildReport({ recording: null })]) },
    });
    await button(/^Open the report/).click();
    await expect.element(button('Take down')).toBeDisabled();
    await userEvent.keyboard('6');
    await expect.element(page.getByRole('radio', { name: 'Ehrliche Worte' })).toBeChecked();
    await button('Take down').click();
    await expect.element(page.getByRole('status').filter({ hasText: 'will be taken down' })).toBeVisible();
    await button('Undo').click();
    await expect.element(page.getByText(/will be taken down/)).not.toBeInTheDocument();
    window.dispatchEvent(new Event('pagehide'));
    expect(removed(server)).toBe(0);
  });

  it('is sent once when the page closes, with the rule of the report’s reason', async () => {
    const { server } = await open({
      path: '/admin?tab=reports',
      answers: {
        getReportTable: () => paged([spam]),
        updateReportStatus: () => okReply({ ...spam, status: 'resolved', outcome: 'removed', settled: 2 }),
      },
    });
    await button(/^Open the report/).click();
    await button('Take down').click();
    await expect.element(button('Undo')).toBeVisible();
    for (let times = 0; times < 2; times++) window.dispatchEvent(new Event('pagehide'));
    await expect.element(page.getByText(/was taken down\. 2 reports settled\.$/)).toBeVisible();
    expect(removed(server)).toBe(1);
    expect(lastCall(server, 'updateReportStatus')).toEqual({
      reportId: 'r1',
      status: 'resolved',
      outcome: 'removed',
      ruleId: 'honest',
    });
  });

  it('says so when another moderator decided first', async () => {
    await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([spam]), updateReportStatus: () => refusedReply('conflict') },
    });
    await button(/^Open the report/).click();
    await button('Take down').click();
    await expect.element(button('Undo')).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    await expect.element(page.getByText(/^Couldn’t take down .* This changed in the meantime/)).toBeVisible();
  });
});

it.each([
  [1, 'stays. 1 report settled.'],
  [30, 'stays. 30 reports settled.'],
])('Keep closes the report and says that %i are settled', async (settled, said) => {
  const spam = buildReport({ category: 'spam', recording: null });
  const kept = { ...spam, status: 'resolved', outcome: 'kept' } as const;
  await open({
    path: '/admin?tab=reports',
    answers: {
      getReportTable: () => paged([spam]),
      updateReportStatus: () => okReply({ ...kept, settled }),
    },
  });
  await button(/^Open the report/).click();
  await button('Keep').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('status').filter({ hasText: said })).toBeVisible();
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Open the report/);
});

describe('urgent reports', () => {
  const urgent = buildReport({
    category: 'minor',
    gravity: 'urgent',
    recording: { url: '/audio/1.mp3', duration: 240, cover: '', isHidden: true },
  });

  it('marks them in tab and row, and says that the recording is hidden', async () => {
    await open({
      path: '/admin?tab=reports',
      answers: {
        getOverview: () => okReply({ ...COUNTS, urgentReports: 2 }),
        getReportTable: () => paged([urgent]),
      },
    });
    await expect.element(page.getByRole('img', { name: '2 urgent' })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'A title of fifty' });
    await expect.element(row.getByText('Urgent', { exact: true })).toBeVisible();
    await expect.element(row.getByText('May be under 18')).toBeVisible();
    await button(/^Open the report/).click();
    await expect.element(page.getByText(/^Only moderators can hear this recording until/)).toBeVisible();
  });

  it('names a rejected upload as such, without urgent reports', async () => {
    const decided = { status: 'resolved', outcome: 'removed', reporter: null } as const;
    const words = { reason: 'Too loud', decisionReason: 'Too loud', appeal: 'It is quiet' };
    await open({
      path: '/admin?tab=reports',
      answers: {
        getReportTable: () => paged([buildReport({ ...urgent, type: 'upload', ...decided, ...words })]),
      },
    });
    await button(/^Open the report/).click();
    await expect.element(page.getByText('Only moderators can hear this recording now.')).toBeVisible();
    await expect.element(page.getByText('Rejected', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Taken down')).not.toBeInTheDocument();
    expect(page.getByRole('dialog').getByText('Too loud').elements()).toHaveLength(1);
  });

  it('filters by category and status in the address, and asks the server', async () => {
    const { server } = await open({ path: '/admin?tab=reports' });
    await page.getByLabelText('Filter by reason').selectOptions('Spam');
    await page.getByLabelText('Filter by status').selectOptions('Resolved');
    await expect
      .poll(() => lastCall(server, 'getReportTable'))
      .toMatchObject({ sort: 'gravity', category: 'spam', status: 'resolved' });
    await expect
      .element(page.getByTestId('where'))
      .toHaveTextContent('/admin?tab=reports&category=spam&status=resolved');
    await page.getByLabelText('Filter by reason').selectOptions('Any reason');
    await expect.poll(() => lastCall(server, 'getReportTable')).not.toHaveProperty('category');
  });
});

describe.each([
  [320, 568],
  [640, 360],
  [1440, 900],
])('a long report at %i × %i (row 47)', (width, height) => {
  it('shows its decisions without scrolling, and plays the reported moment in place', async () => {
    await page.viewport(width, height);
    const reason = 'Somebody is named in it, and their street. '.repeat(10).trim();
    const report = buildReport({ reason, trackId: 't1', atSeconds: 192 });
    const { muffled } = await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([report]) },
    });
    await button(/^Open the report/).click();
    for (const name of ['Close', 'Mark as reviewed', 'Keep', 'Take down'])
      await expect.element(button(name)).toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('dialog').getByRole('link')).not.toBeInTheDocument();
    await expect.element(page.getByText('3:12 / 4:00')).toBeInTheDocument();
    expect(muffled.map(({ url }) => url)).toEqual(['/audio/1.mp3']);
  });
});

describe('an opened report on a desktop', () => {
  it('stands next to the list, which stays usable, and closes by Escape with the focus where it was', async () => {
    await page.viewport(1440, 900);
    const [one, two] = [
      buildReport({ recording: null, targetTitle: 'One' }),
      buildReport({ id: 'r2', recording: null, targetTitle: 'Two' }),
    ];
    await open({ path: '/admin?tab=reports', answers: { getReportTable: () => paged([one, two]) } });
    await button('Open the report about “One”').click();
    const pane = page.getByRole('dialog');
    await expect.element(pane.getByText('One', { exact: true }).first()).toBeVisible();
    const list = page.getByRole('table').element().getBoundingClientRect();
    expect(pane.element().getBoundingClientRect().left).toBeGreaterThan(list.right);
    await button('Open the report about “Two”').click();
    await expect.element(pane.getByText('Two', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'Category' })).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toBe('Report');
    await userEvent.keyboard('{Escape}');
    await expect.element(pane).not.toBeInTheDocument();
    await expect
      .poll(() => document.activeElement?.getAttribute('aria-label'))
      .toBe('Open the report about “Two”');
  });

  it('takes no digit of the search for a rule', async () => {
    await page.viewport(1440, 900);
    await open({
      path: '/admin?tab=reports',
      answers: { getReportTable: () => paged([buildReport({ recording: null })]) },
    });
    await button(/^Open the report/).click();
    await expect.element(page.getByRole('radio', { name: 'Ehrliche Worte' })).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await userEvent.keyboard('6');
    await expect.element(page.getByRole('radio', { name: 'Ehrliche Worte' })).not.toBeChecked();
    await expect.element(page.getByRole('searchbox')).toHaveValue('6');
  });
});

describe('tools (row 50)', () => {
  it('deletes all content only after a typed word and the password (row 50)', async () => {
    let answer: Answer = refusedReply('internal');
    const { server } = await open({
      path: '/admin?tab=tools',
      answers: { deleteAllUserContent: () => answer },
    });
    await button('Delete all user content').click();
    await expect.element(button('Confirm')).toBeDisabled();
    await page.getByLabelText('Your password').fill('right');
    await page.getByLabelText('Type LÖSCHEN to continue').fill('löschen');
    await expect.element(button('Confirm')).toBeDisabled();
    await page.getByLabelText('Type LÖSCHEN to continue').fill('LÖSCHEN');
    await button('Confirm').click();
    await expect.element(page.getByText('Fehler beim Löschen der Inhalte...')).toBeVisible();
    answer = okReply({ kept: 3 });
    await button('Confirm').click();
    await expect.element(page.getByText('Done. 3 recordings are left.')).toBeVisible();
    expect(lastCall(server, 'deleteAllUserContent')).toEqual({ password: 'right' });
  });

  it('takes down one recording of a user by title and name (row 50)', async () => {
    const { server } = await open({
      path: '/admin?tab=tools',
      answers: { forceDeleteTrack: () => okReply({ deleted: 1 }) },
    });
    await button('Take down one recording').click();
    await page.getByLabelText('Title of the recording').fill('Rain');
    await page.getByLabelText('Username').fill('ada');
    await page.getByLabelText('Reason for ada').fill('Spam');
    await page.getByRole('radio', { name: 'Ehrliche Worte' }).click();
    await page.getByLabelText('Type LÖSCHEN to continue').fill('LÖSCHEN');
    await page.getByLabelText('Your password').fill('right');
    await button('Confirm').click();
    await expect.element(page.getByText('Done. Recordings taken down: 1.')).toBeVisible();
    const body = { trackTitle: 'Rain', username: 'ada', password: 'right', ruleId: 'honest', reason: 'Spam' };
    expect(lastCall(server, 'forceDeleteTrack')).toEqual(body);
  });

  it.each([true, false])('offers demo tools only on a demo server: %s (row 50)', async (demoMode) => {
    await open({ path: '/admin?tab=tools', answers: { getConfig: () => okReply({ demoMode }) } });
    await expect.element(button('Delete all user content')).toBeVisible();
    if (demoMode) await expect.element(button('Reset the database')).toBeVisible();
    else await expect.element(page.getByText(/These tools only work in demo mode/)).toBeVisible();
    expect(button('Reset the database').elements()).toHaveLength(demoMode ? 1 : 0);
  });
});

describe('the audit log (row 50)', () => {
  const hash = 'ab'.repeat(32);
  const entry = {
    id: '2',
    position: 2,
    at: '2026-11-22T10:00:00Z',
    actorId: 'me',
    actorName: 'me',
    action: 'deleteTrack',
    targetType: 'track',
    targetId: 't1',
    targetName: 'Rain',
    ownerName: 'ada',
    detail: [
      { name: 'ownerId', value: 'ada' },
      { name: 'reason', value: 'A name' },
    ],
    hash,
  };
  const check = (query: Record<string, unknown>) =>
    okReply({
      rows: 2,
      brokenAt: query.hash ? 3 : null,
      newest: { position: 2, hash },
      noted: query.hash ? 'missing' : null,
    });

  it('verifies its chain on the screen, and detects truncation with a saved hash (row 50)', async () => {
    const { server } = await open({
      path: '/admin?tab=audit',
      answers: { getAuditTable: () => paged([entry]), checkAuditLog: check },
    });
    await expect.element(page.getByText('Took down “Rain” by ada')).toBeVisible();
    await expect.element(page.getByText('Reason: A name')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Rain' })).toBeVisible();
    const confirm = async () => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('Your password').fill('right');
      await dialog.getByRole('button', { name: 'Check the chain' }).click();
    };
    await page.getByText('Verify the audit log').click();
    await button('Check the chain').click();
    expect(server.countOf('checkAuditLog')).toBe(0);
    await confirm();
    await expect.element(page.getByText('The log is intact: 2 entries.')).toBeVisible();
    await expect.element(page.getByText(`Newest entry 2, hash ${hash}`)).toBeVisible();
    await expect.element(button('Save the newest hash')).toBeVisible();
    const chosen = new File([JSON.stringify({ position: 9, hash })], 'note.json', {
      type: 'application/json',
    });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const transfer = new DataTransfer();
    transfer.items.add(chosen);
    if (input) input.files = transfer.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await confirm();
    await expect.element(page.getByText('Entry 9 is missing. The log was truncated.')).toBeVisible();
    expect(lastCall(server, 'checkAuditLog')).toEqual({ position: 9, hash, password: 'right' });
  });
});

describe.each([
  [320, 640],
  [640, 360],
])('at %i × %i', (width, height) => {
  it('stays within the screen, and every button of a dialog is reachable (row 43)', async () => {
    await page.viewport(width, height);
    await open({ path: '/admin?tab=tools' });
    await button('Delete all user content').click();
    await page.getByLabelText('Type LÖSCHEN to continue').fill('LÖSCHEN');
    await page.getByLabelText('Your password').fill('right');
    const box = button('Confirm').element().getBoundingClientRect();
    expect(box.bottom).toBeLessThanOrEqual(height);
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
