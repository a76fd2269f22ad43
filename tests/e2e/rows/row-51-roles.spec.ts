// A guest, a user, a moderator and an admin visit every route: each sees their own controls, and no screen sends a
// request that the server refuses.
import { type Browser, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { type Client, callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();
const PASSWORD = 'Candle-light-43';

const WAITING = 'Waits for a moderator';

type Role = 'guest' | 'user' | 'moderator' | 'admin';
const people = {} as Record<Role, Client>;
let trackId = '';
let title = '';

test.beforeAll(async () => {
  const { url } = stage.server;
  const published = await publishTrack(stage, 'Heard by all');
  trackId = published.id;
  title = published.title;
  const bytes = Buffer.from(writeWav({ sampleRate: 8000, channels: [voice(7, 8000)] }));
  await publish(visitor(url), bytes, { title: WAITING, filename: 'a.wav', type: 'audio/wav' });
  people.guest = visitor(url);
  await callAction(people.guest, 'addComment', { trackId, content: 'As a guest' });
  people.user = visitor(url);
  await callAction(people.user, 'register', { username: 'plain_person', password: PASSWORD, isOver18: true });
  people.admin = await signIn(url, ADMIN.username, ADMIN.password);
  const named = await callAction<{ id: string }>(people.admin, 'addUser', {
    user: { username: 'second_pair_of_ears', password: PASSWORD },
  });
  const role = { userId: named.id, role: 'moderator', password: ADMIN.password };
  await callAction(people.admin, 'setRole', role);
  people.moderator = await signIn(url, 'second_pair_of_ears', PASSWORD);
});

/** Every route but the admin's; `TRACK` stands for a track's id. */
const ROUTES = [
  ...['/', '/category/new', '/category/bookmarked', '/category/subscribs', '/search', '/news', '/profile'],
  ...[
    '/player/TRACK',
    '/comment-track?trackId=TRACK',
    '/report?trackId=TRACK',
    '/record',
    '/record/recorder',
  ],
  ...['/upload', '/share-recording', '/upload-success', '/security-check', '/audio-editor', '/unicorn'],
  ...['/about', '/agb', '/datenschutz', '/faq', '/hilfe', '/impressum', '/kontakt', '/richtlinien'],
  ...['/sicherheit', '/account', '/register', '/demo', '/test'],
];

interface Walker {
  page: Page;
  /** Actions the server refused, with their status. */
  refused: string[];
  errors: string[];
  close: () => Promise<void>;
}

async function walker(browser: Browser, client: Client): Promise<Walker> {
  const { context, page, errors } = await phone(browser, stage.server);
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: client.url, httpOnly: true, sameSite: 'Strict' }]);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/upload.php') && [401, 403].includes(response.status()))
      refused.push(`${new URL(response.url()).searchParams.get('action')} ${response.status()}`);
  });
  return { page, refused, errors, close: () => context.close() };
}

const MODERATORS_TABS = ['Uploads', 'Benutzer', 'Kommentare', 'Reports', 'Warteschlange', 'Statistiken'];
const TABS: Record<Role, readonly string[]> = {
  guest: [],
  user: [],
  moderator: MODERATORS_TABS,
  admin: [...MODERATORS_TABS, 'Evidence'],
};
const adminButtons = (page: Page) => page.getByRole('button', { name: /^(Audit log|Tools)$/ });

for (const role of ['guest', 'user', 'moderator', 'admin'] as const) {
  test(`${role} walks every route and sees exactly their own controls (row 51)`, async ({ browser }) => {
    const { page, refused, errors, close } = await walker(browser, people[role]);
    const me = await readAs<{ role: Role }>(people[role], 'me');
    expect(me.role).toBe(role);
    for (const route of ROUTES) {
      await page.goto(route.replace('TRACK', trackId));
      await expect(page.locator('main').getByRole('heading').first(), route).toBeVisible();
      await expect(page.getByText('Fehler beim Laden der App'), route).toBeHidden();
      // No moderator controls outside their area.
      await expect(page.getByRole('tab', { name: 'Warteschlange' }), route).toHaveCount(0);
      await expect(adminButtons(page), route).toHaveCount(0);
    }
    await page.goto(`/player/${trackId}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();

    await page.goto('/admin');
    const moderates = role === 'moderator' || role === 'admin';
    const closed = role === 'user' ? 'This page is for moderators' : 'Sign in';
    await expect(page.getByRole('heading', { name: moderates ? 'Moderation' : closed })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(TABS[role].length);
    await expect(adminButtons(page)).toHaveCount(role === 'admin' ? 2 : 0);
    for (const name of TABS[role]) {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    }
    for (const place of ['audit', 'tools']) {
      await page.goto(`/admin?tab=${place}`);
      const inside = page.getByText(/^(Verify the audit log|Delete all user content)$/).first();
      if (role === 'admin') await expect(inside).toBeVisible();
      else await expect(page.getByRole('heading').first()).toBeVisible();
      if (role !== 'admin') await expect(inside).toHaveCount(0);
    }
    if (moderates) {
      await page.goto('/admin?tab=queue');
      const row = page.getByRole('article', { name: WAITING });
      await expect(page.locator('[data-count]')).toHaveAttribute('data-count', '1');
      // Only admins switch the mode; other moderators can hand over.
      const mode = page.getByRole('switch', { name: 'Approve new uploads automatically' });
      await expect(mode).toHaveCount(role === 'admin' ? 1 : 0);
      await row.getByRole('button', { name: WAITING }).last().click();
      await expect(page.locator('[data-item]')).toHaveAttribute('data-claim', 'mine');
      await expect(page.getByRole('region', { name: 'Samples of this recording' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Escalate' })).toHaveCount(role === 'admin' ? 0 : 1);
      await expect(page.locator('[data-trust]')).toBeAttached();
      await expect(page.getByRole('radiogroup', { name: 'Trust' })).toHaveCount(role === 'admin' ? 1 : 0);
      await page.getByRole('button', { name: 'Back to the list' }).click();
      await expect(row).toBeVisible();
      await page.goto('/admin?tab=users');
      await expect(page.getByText('plain_person')).toBeVisible();
      const more = page.getByRole('button', { name: 'More for plain_person' });
      await expect(more).toHaveCount(role === 'admin' ? 1 : 0);
      await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(role === 'admin' ? 1 : 0);
    }
    expect(refused).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
}

test('the server refuses what a screen does not offer, whatever the body says (row 51)', async () => {
  const answer = async (client: Client, action: string, body: object) => {
    const reply = await fetch(`${client.url}/upload.php?action=${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: client.cookie, origin: client.url },
      body: JSON.stringify({ userId: 'x', role: 'admin', ...body }),
    });
    return reply.status;
  };
  const admin = await readAs<{ id: string }>(people.admin, 'me');
  for (const role of ['guest', 'user', 'moderator'] as const) {
    const forged = { userId: admin.id, reason: 'Mine', password: PASSWORD };
    for (const action of ['setRole', 'deleteUser', 'deleteAllUserContent', 'forceDeleteTrack'])
      expect(await answer(people[role], action, forged), `${role} ${action}`).toBe(403);
  }
  expect((await readAs<unknown[]>(people.guest, 'getTracks', { id: trackId })).length).toBe(1);
});
