// The profile page with real atoms and a fake server whose answers each test sets.
import { createStore } from 'jotai/vanilla';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MeView, UserView } from '../../../../api/contract/accounts.ts';
import type { OwnUploadView } from '../../../../api/contract/uploads.ts';
import { shareFormAtom } from '../../../../src/features/publish/form.ts';
import { AccountPage } from '../../../../src/pages/AccountPage.tsx';
import { ProfilePage } from '../../../../src/pages/ProfilePage.tsx';
import { tracksList } from '../../../../src/state/tracks.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import {
  type Answer,
  fakeDevice,
  fakeServer,
  okReply,
  refusedReply,
} from '../../../support/server/fakeServer.ts';
import { buildMe, buildOwnUpload, buildPerson, buildUserData } from '../../../support/server/people.ts';
import { buildTrack } from '../../../support/server/tracks.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('aural.adultConfirmed', 'true');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const ME = buildPerson({
  id: 'me-1',
  username: 'Night_owl',
  bio: 'Old letters',
  tags: ['Whisper'],
  totalUploads: 2,
});
const MIRA = buildPerson({
  totalUploads: 3,
  totalPlays: 1240,
  totalLikes: 57,
  followersCount: 4,
  bio: 'Rain',
});

interface Scene {
  path: string;
  me?: MeView | null;
  people?: UserView[];
  answers?: Record<string, (body: Record<string, unknown>) => Answer>;
  uploads?: OwnUploadView[];
  device?: ReturnType<typeof fakeDevice>;
}

function Here() {
  const { pathname, search } = useLocation();
  return <output data-testid="here">{pathname + search}</output>;
}

async function open({ path, me = null, people = [ME, MIRA], answers = {}, uploads = [], device }: Scene) {
  const store = createStore();
  const find = (name: string) =>
    people.find(({ id, username }) => id === name || username.toLowerCase() === name.toLowerCase());
  const server = fakeServer(
    store,
    {
      me: () => okReply(me),
      getUser: ({ userId }) => {
        const person = find(String(userId));
        return person ? okReply(person) : refusedReply('not_found');
      },
      getUserData: () => okReply(buildUserData(ME)),
      getTracks: () => okReply([]),
      getMyUploads: () => okReply(uploads),
      ...answers,
    },
    device,
  );
  const { screen } = await renderApp(
    <>
      <Here />
      <Link to="/elsewhere">leave</Link>
      <Routes>
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/profile/:id" element={<ProfilePage />} />
        <Route path="/account" element={<AccountPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    { store, path },
  );
  const sent = (action: string) =>
    server.calls.filter((each) => each.action === action).map(({ body }) => body);
  const here = () => document.querySelector('[data-testid=here]')?.textContent;
  return { store, server, screen, sent, here };
}

const own = (scene: Partial<Scene> = {}) => open({ path: '/profile', me: buildMe(ME), ...scene });
const figure = (term: string) =>
  [...document.querySelectorAll('dl > div')].find((each) => each.textContent?.includes(term))?.textContent;

it.each([
  [360, 640],
  [1440, 900],
])('shows the same read-only profile by id and by name, at %i × %i (row 21)', async (width, height) => {
  await page.viewport(width, height);
  for (const path of ['/profile/user-1', '/profile/MIRA']) {
    const { screen, sent } = await open({
      path,
      answers: {
        getTracks: ({ user }) => okReply(user === 'user-1' ? [buildTrack({ title: 'Rain' })] : []),
      },
    });
    await expect.element(screen.getByRole('heading', { name: 'mira', level: 1 })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Play Rain' })).toBeVisible();
    expect([figure('Recordings'), figure('Plays'), figure('Likes')]).toEqual([
      'Recordings3',
      'Plays1.2K',
      'Likes57',
    ]);
    const tabs = screen.getByRole('tab').elements();
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Uploads', 'Liked']);
    const buttons = screen.getByRole('button').elements();
    expect(
      buttons.filter((each) =>
        /edit|delete|settings/i.test(each.getAttribute('aria-label') ?? each.textContent ?? ''),
      ),
    ).toEqual([]);
    expect(sent('getMyUploads')).toEqual([]);
    await screen.getByRole('tab', { name: 'Liked' }).click();
    await expect.poll(() => sent('getTracks').at(-1)).toEqual({ likedBy: 'user-1', limit: '20' });
    await screen.unmount();
  }
});

it('shows "not found" with a way home for a missing or private profile (row 21)', async () => {
  const { screen } = await open({ path: '/profile/nobody' });
  const heading = screen.getByRole('heading', { name: 'Profil nicht gefunden' });
  await expect.element(heading).toHaveAttribute('lang', 'de');
  expect(screen.getByRole('link', { name: 'Back to the feed' }).element().getAttribute('href')).toBe('/');
});

it('redirects a former name to the current one (row 21)', async () => {
  const { screen, here } = await open({
    path: '/profile/mira_before',
    answers: { getUser: () => okReply(MIRA) },
  });
  await expect.element(screen.getByRole('heading', { name: 'mira', level: 1 })).toBeVisible();
  await expect.poll(here).toBe('/profile/mira');
});

it('stores the tab in the address, and shows bookmarks only to their owner (row 21)', async () => {
  const { screen, here, sent } = await own();
  await screen.getByRole('tab', { name: 'Bookmarked' }).click();
  await expect.poll(here).toBe('/profile?tab=bookmarked');
  await expect.poll(() => sent('getTracks').at(-1)).toEqual({ category: 'bookmarked', limit: '20' });
  await expect.element(screen.getByText('Recordings you bookmark appear here')).toBeVisible();
});

it('offers Start Recording on an empty own profile, and plain text on others (row 21)', async () => {
  const mine = await own({ people: [{ ...ME, totalUploads: 0 }] });
  await expect.element(mine.screen.getByRole('button', { name: 'Start Recording' })).toBeVisible();
  await mine.screen.unmount();
  const { screen } = await open({ path: '/profile/user-1' });
  await expect.element(screen.getByText('No recordings yet')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Recording' })).not.toBeInTheDocument();
});

it('says that no own recording can be heard when all are hidden, with a link to News (row 21)', async () => {
  const { screen } = await own();
  await expect.element(screen.getByText('None of your recordings can be heard now')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'See News' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Recording' })).not.toBeInTheDocument();
});

it('hides follow button and recordings of a blocked user, without claiming there are none (row 21)', async () => {
  const since = '2026-01-01T00:00:00.000Z';
  let hidden = [{ id: 'user-1', username: 'mira', kind: 'block', since }];
  const { screen } = await open({
    path: '/profile/user-1',
    me: buildMe(ME),
    answers: {
      getHiddenPeople: () => okReply(hidden),
      showPerson: () => {
        hidden = [];
        return okReply(null);
      },
    },
  });
  const follow = screen.getByRole('button', { name: /^Follow mira/ });
  const empty = screen.getByText('No recordings yet');
  await expect.element(screen.getByText(/^You have blocked mira/)).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: 'Liked' })).toBeVisible();
  await expect.element(follow).not.toBeInTheDocument();
  await expect.element(empty).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Unblock' }).click();
  await expect.element(follow).toBeVisible();
  await expect.element(empty).toBeVisible();
});

it('shows a guest as “You”, and where the profile is stored (row 21)', async () => {
  const guest = buildPerson({ id: 'guest-1', username: 'anon_abcdef' });
  const { screen } = await open({ path: '/profile', me: buildMe(guest, true), people: [guest] });
  await expect.element(screen.getByRole('heading', { name: 'You', level: 1 })).toBeVisible();
  await expect.element(screen.getByText(/This profile exists only in this browser/)).toBeVisible();
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await expect.element(screen.getByText('Register to choose a name.')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument();
});

it('shows a visitor an empty profile without requests (row 21)', async () => {
  const { screen, server } = await open({ path: '/profile' });
  await expect.element(screen.getByText(/You haven’t done anything here yet/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Recording' })).toBeVisible();
  expect(document.body.textContent?.match(/You haven’t done anything/g)).toHaveLength(1);
  expect(server.calls.map(({ action }) => action)).toEqual(['me']);
});

it('restores everything on cancel (row 22)', async () => {
  const { screen, server } = await own();
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await screen.getByLabelText('About you').fill('Something else');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Old letters')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await expect.element(screen.getByLabelText('About you')).toHaveValue('Old letters');
  expect(server.countOf('updateUser')).toBe(0);
});

it('shows a change at once on save, and sends only the difference (row 22)', async () => {
  const { screen, sent } = await own({ answers: { updateUser: () => 'never' } });
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  const name = screen.getByLabelText('Name');
  await name.fill('');
  await userEvent.type(name, 'Müde Eule_7');
  await expect.element(name).toHaveValue('MdeEule_7');
  await screen.getByRole('button', { name: 'Gentle' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('heading', { name: 'MdeEule_7', level: 1 })).toBeVisible();
  await expect.element(screen.getByText('Old letters')).toBeVisible();
  expect(sent('updateUser')).toEqual([
    { userId: 'me-1', updates: { username: 'MdeEule_7', tags: ['Whisper', 'Gentle'] } },
  ]);
});

it.each([
  ['Name', 'ab', 'At least 3 characters.'],
  ['Name', 'a-b-c', 'Only letters, digits and underscores.'],
  ['About you', 'x'.repeat(501), 'At most 500 characters.'],
])('shows the error of %s at its field (row 22)', async (label, text, sentence) => {
  const { screen, server } = await own();
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await screen.getByLabelText(label).fill(text);
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByLabelText(label)).toHaveFocus();
  expect(server.countOf('updateUser')).toBe(0);
});

it('keeps a longer registered name unchanged (row 22)', async () => {
  const long = { ...ME, username: 'Registered_with_20ch' };
  const { screen, sent } = await own({
    me: buildMe(long),
    people: [long],
    answers: { updateUser: () => 'never' },
  });
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await screen.getByLabelText('About you').fill('New');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent('updateUser')).toEqual([{ userId: 'me-1', updates: { bio: 'New' } }]);
});

it.each([
  ['username_taken', null, 'This name is already taken.', 'Name'],
  ['invalid_body', { field: 'username', issue: 'reserved' }, 'This name is not free to take.', 'Name'],
  [
    'invalid_body',
    { field: 'bio', issue: 'wrong_characters' },
    'Some of these characters can’t be used here.',
    'About you',
  ],
] as const)('shows %s in the form, at its field (row 22)', async (code, at, sentence, label) => {
  const { screen } = await own({ answers: { updateUser: () => refusedReply(code, at) } });
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await screen.getByLabelText('Name').fill('Taken_name');
  await screen.getByLabelText('About you').fill('New words');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(sentence)).toBeVisible();
  await expect.element(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Taken_name');
  await expect.element(screen.getByLabelText('About you')).toHaveValue('New words');
  await expect.element(screen.getByRole('heading', { name: 'Night_owl', level: 1 })).toBeVisible();
});

it('keeps unsaved text after leaving the page (row 22)', async () => {
  const first = await own();
  await first.screen.getByRole('button', { name: 'Edit profile' }).click();
  await first.screen.getByLabelText('About you').fill('Half a sentence');
  await first.screen.unmount();
  const { screen } = await own();
  await expect.element(screen.getByLabelText('About you')).toHaveValue('Half a sentence');
  await expect.element(screen.getByText(/You have unsaved changes/)).toBeVisible();
});

it('shows and stores an offline change, and sends it when online (row 22)', async () => {
  let online = false;
  const device = fakeDevice();
  const { screen, sent } = await own({
    device,
    answers: { updateUser: () => (online ? okReply({ ...ME, bio: 'Later' }) : 'offline') },
  });
  await screen.getByRole('button', { name: 'Edit profile' }).click();
  await screen.getByLabelText('About you').fill('Later');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Later', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Saved on this phone, will send when you’re online')).toBeVisible();
  expect(device.outbox.size).toBe(1);
  online = true;
  const again = await own({ device, answers: { updateUser: () => okReply({ ...ME, bio: 'Later' }) } });
  const { flushWritesAtom } = await import('../../../../src/state/outbox.ts');
  const flushed = async () => {
    await again.store.set(flushWritesAtom);
    return device.outbox.size;
  };
  await expect.poll(flushed).toBe(0);
  expect(sent('updateUser')[0]).toEqual({ userId: 'me-1', updates: { bio: 'Later' } });
});

const switchOf = (screen: Awaited<ReturnType<typeof own>>['screen'], name: string) =>
  screen.getByRole('switch', { name: new RegExp(`^${name}`) });

it.each([
  ['Likes', { notifications: { likes: false } }],
  ['Comments', { notifications: { comments: false } }],
  ['New followers', { notifications: { follows: false } }],
  ['Others can open my profile', { privacy: { publicProfile: false } }],
  ['Others can comment on my recordings', { privacy: { allowComments: false } }],
  ['Autoplay next recording', { playback: { autoplay: true } }],
])('switches “%s” at once and sends it (row 23)', async (name, preferences) => {
  const { screen, sent } = await own({ path: '/account', answers: { updateUser: () => okReply(ME) } });
  await screen.getByRole('button', { name: 'Settings' }).click();
  const before = (switchOf(screen, name).element() as HTMLInputElement).checked;
  await switchOf(screen, name).click();
  await expect.element(switchOf(screen, name)).toHaveAttribute('aria-checked', String(!before));
  await expect.poll(() => sent('updateUser')).toEqual([{ userId: 'me-1', updates: { preferences } }]);
  await expect.element(switchOf(screen, name)).toHaveAttribute('aria-checked', String(!before));
});

it('sends the volume once it stops changing (row 23)', async () => {
  const { screen, sent } = await own({ path: '/account', answers: { updateUser: () => okReply(ME) } });
  await screen.getByRole('button', { name: 'Settings' }).click();
  const slider = screen.getByRole('slider', { name: 'Starting volume' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '65 percent');
  await expect
    .poll(() => sent('updateUser'))
    .toEqual([{ userId: 'me-1', updates: { preferences: { playback: { volume: 0.65 } } } }]);
});

it('reverts a refused switch with the reason (row 23)', async () => {
  const { screen } = await own({
    path: '/account',
    answers: { updateUser: () => refusedReply('forbidden') },
  });
  await screen.getByRole('button', { name: 'Settings' }).click();
  await switchOf(screen, 'Likes').click();
  await expect.element(screen.getByText(/Couldn’t save the setting/)).toBeVisible();
  await expect.element(switchOf(screen, 'Likes')).toHaveAttribute('aria-checked', 'true');
});

it('keeps every switch as set while offline (row 23)', async () => {
  const device = fakeDevice();
  const { screen } = await own({ path: '/account', device, answers: { updateUser: () => 'offline' } });
  await screen.getByRole('button', { name: 'Settings' }).click();
  await switchOf(screen, 'Likes').click();
  await switchOf(screen, 'Others can open my profile').click();
  await switchOf(screen, 'Likes').click();
  await expect
    .element(screen.getByText('Saved on this phone, will send when you’re online').last())
    .toBeVisible();
  await expect.element(switchOf(screen, 'Likes')).toHaveAttribute('aria-checked', 'true');
  await expect
    .element(switchOf(screen, 'Others can open my profile'))
    .toHaveAttribute('aria-checked', 'false');
});

it('shows and counts a follow at once, and an unfollow likewise (row 17)', async () => {
  const { screen, sent, store, server } = await open({
    path: '/profile/mira',
    me: buildMe(ME),
    answers: { addFollow: () => okReply({}), removeFollow: () => okReply(null) },
  });
  const following = tracksList({ category: 'subscribs', limit: '6' });
  const stop = store.sub(following, () => {});
  await expect
    .poll(() => sent('getTracks').filter(({ category }) => category === 'subscribs'))
    .toHaveLength(1);
  await screen.getByRole('button', { name: 'Follow mira, 4 followers' }).click();
  const unfollow = screen.getByRole('button', { name: 'Following mira, 5 followers' });
  await expect.element(unfollow).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sent('addFollow')).toEqual([{ follow: { followingId: 'user-1' } }]);
  // The feed's section reloads on its own.
  await expect
    .poll(() => sent('getTracks').filter(({ category }) => category === 'subscribs'))
    .toHaveLength(2);
  stop();
  await unfollow.click();
  await expect.element(screen.getByRole('button', { name: 'Follow mira, 4 followers' })).toBeVisible();
  await expect.poll(() => sent('removeFollow')).toEqual([{ followId: 'user-1' }]);
  expect(server.countOf('getUser')).toBeLessThan(4);
});

it('takes back a refused follow with a message (row 17)', async () => {
  const { screen } = await open({
    path: '/profile/mira',
    me: buildMe(ME),
    answers: { addFollow: () => refusedReply('not_found') },
  });
  await screen.getByRole('button', { name: /^Follow mira/ }).click();
  await expect.element(screen.getByText(/Couldn’t save this/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Follow mira, 4 followers' })).toBeVisible();
});

it('offers no follow button on the own profile (row 17)', async () => {
  const { screen } = await open({ path: '/profile/night_owl', me: buildMe(ME) });
  await expect.element(screen.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Follow/ })).not.toBeInTheDocument();
});

const REFUSED = buildOwnUpload({
  uploadId: 'refused-1',
  status: 'rejected',
  title: 'Next room',
  description: 'Two voices',
  gender: 'Male',
  tags: ['Soft', 'Male'],
  reason: 'A second person can be heard.',
  url: null,
  decidedAt: '2026-11-21T10:00:00.000Z',
});

it('shows the expected wait of a pending upload, and edits its details (row 21)', async () => {
  const { screen, sent } = await own({ uploads: [buildOwnUpload()], answers: { addTrack: () => 'never' } });
  const row = screen.getByRole('article', { name: 'Waiting words' });
  await expect.element(row.getByText('In review')).toBeVisible();
  await expect.element(row.getByText('Usually 5-10 minutes')).toBeVisible();
  await row.getByRole('button', { name: 'Edit details' }).click();
  await screen.getByRole('textbox', { name: 'Title' }).fill('x');
  await expect.element(screen.getByText('Title must be at least 2 characters')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Title' }).fill('Better words');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent('addTrack')).toEqual([{ track: { id: 'upload-1', title: 'Better words' } }]);
  await expect.element(row.getByText(/Your edit is saved on this phone/)).toBeVisible();
});

it('keeps the unsaved text of two recordings (row 21)', async () => {
  const { screen } = await own({
    uploads: [buildOwnUpload(), buildOwnUpload({ uploadId: 'upload-2', title: 'Second words' })],
  });
  const title = screen.getByRole('textbox', { name: 'Title' });
  const edit = async (recording: string) => {
    await screen
      .getByRole('article', { name: recording })
      .getByRole('button', { name: 'Edit details' })
      .click();
  };
  for (const recording of ['Waiting words', 'Second words']) {
    await edit(recording);
    await title.fill(`${recording}, changed`);
    await userEvent.keyboard('{Escape}');
    await expect.element(title).not.toBeInTheDocument();
  }
  for (const recording of ['Waiting words', 'Second words']) {
    await edit(recording);
    await expect.element(title).toHaveValue(`${recording}, changed`);
    await userEvent.keyboard('{Escape}');
    await expect.element(title).not.toBeInTheDocument();
  }
});

it('lists what was decided apart from what waits (row 21)', async () => {
  const { screen } = await own({ uploads: [REFUSED, buildOwnUpload()] });
  const waiting = screen.getByRole('region', { name: 'Awaiting review' });
  await expect.element(waiting.getByRole('article', { name: 'Waiting words' })).toBeVisible();
  await expect.element(waiting.getByRole('article', { name: 'Next room' })).not.toBeInTheDocument();
  const reviewed = screen.getByRole('region', { name: 'Reviewed' });
  await expect.element(reviewed.getByRole('article', { name: 'Next room' })).toBeVisible();
});

it('gives the reason of a rejection, and fills the share form with the previous text (row 21)', async () => {
  const { screen, store, here } = await own({ uploads: [REFUSED] });
  const row = screen.getByRole('article', { name: 'Next room' });
  await expect.element(row.getByText('A second person can be heard.')).toBeVisible();
  await row.getByRole('button', { name: 'Edit and resubmit' }).click();
  await expect.poll(here).toBe('/upload');
  expect(store.get(shareFormAtom)).toMatchObject({
    title: 'Next room',
    description: 'Two voices',
    gender: 'Male',
    tags: ['Soft'],
  });
});

it('resends a rejected edit of a published recording, changed or unchanged (row 21)', async () => {
  const words = { ...REFUSED, trackId: 'track-9', url: '/audio/a.mp3', title: 'Loud title' };
  const { screen, sent } = await own({ uploads: [words], answers: { updateTrack: () => 'never' } });
  const row = screen.getByRole('article', { name: 'Loud title' });
  await expect.element(row.getByText('The previous text stays.')).toBeVisible();
  await row.getByRole('button', { name: 'Edit and resubmit' }).click();
  await screen.getByRole('textbox', { name: 'Title' }).fill('Quiet title');
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => sent('updateTrack'))
    .toEqual([
      {
        trackId: 'track-9',
        updates: { title: 'Quiet title', description: 'Two voices', gender: 'Male', tags: ['Soft'] },
      },
    ]);
});

it('shows the field’s error for a refused edit, and reopens the edit (row 21)', async () => {
  const track = buildTrack({
    id: 'track-1',
    title: 'Heard',
    userId: 'me-1',
    user: { id: 'me-1', username: 'Night_owl' },
  });
  const { screen } = await own({
    answers: {
      getTracks: ({ user }) => okReply(user ? [track] : []),
      updateTrack: () => refusedReply('invalid_body', { field: 'title', issue: 'wrong_characters' }),
    },
  });
  await screen.getByRole('button', { name: 'More for Heard' }).click();
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await screen.getByRole('textbox', { name: 'Title' }).fill('Not taken');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(screen.getByText(/Couldn’t update “Not taken”: Some of these characters/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: 'Title' }))
    .toHaveAttribute('aria-invalid', 'true');
});

it('shows the stored profile with its date while offline (row 56)', async () => {
  const device = fakeDevice();
  const track = buildTrack({ title: 'Kept here' });
  const first = await own({ device, answers: { getTracks: () => okReply([track]) } });
  await expect.element(first.screen.getByRole('button', { name: 'Play Kept here' })).toBeVisible();
  await expect.poll(() => device.copies.size).toBeGreaterThan(2);
  await first.screen.unmount();
  const dead = () => 'offline' as const;
  const answers = { me: dead, getUser: dead, getTracks: dead, getMyUploads: dead, getUserData: dead };
  const { screen } = await own({ device, answers });
  await expect.element(screen.getByRole('heading', { name: 'Night_owl', level: 1 })).toBeVisible();
  await expect.element(screen.getByText(/^Offline copy from /).first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Play Kept here' })).toBeVisible();
});

it('withdraws a waiting upload after a question, and says when a moderator was faster', async () => {
  const uploads = [buildOwnUpload()];
  let isDecided = true;
  const { screen, sent } = await own({
    uploads,
    answers: {
      withdrawUpload: () => {
        if (isDecided) return refusedReply('not_found');
        uploads.length = 0;
        return okReply({ uploadId: 'u1' });
      },
    },
  });
  await screen.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Withdraw this recording?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(sent('withdrawUpload')).toEqual([]);
  await screen.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(dialog.getByText('A moderator has already decided about it.')).toBeVisible();
  isDecided = false;
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(screen.getByRole('region', { name: 'Awaiting review' })).not.toBeInTheDocument();
  expect(sent('withdrawUpload')).toEqual(Array(2).fill({ uploadId: buildOwnUpload().uploadId }));
});

it('offers no withdrawal of new texts or of a decided upload', async () => {
  const words = buildOwnUpload({ trackId: 't1' });
  const { screen } = await own({ uploads: [REFUSED, words] });
  await expect.element(screen.getByRole('region', { name: 'Awaiting review' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Withdraw' }).elements()).toEqual([]);
});

it('reports a failed load without a stored copy, and retries (row 21)', async () => {
  let online = false;
  const { screen } = await open({
    path: '/profile/mira',
    answers: { getUser: () => (online ? okReply(MIRA) : 'offline') },
  });
  await expect.element(screen.getByRole('heading', { name: 'Couldn’t load this profile' })).toBeVisible();
  online = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'mira', level: 1 })).toBeVisible();
});
