// A listener without a pointer: feed, age, play, like, player, seek, comment, search, profile, news. At
// each step the accessibility tree is compared, and every Tab stop has a name and is visible.
import { type CDPSession, expect, type Locator, type Page, test } from 'playwright/test';
import type { NotificationView } from '../../../api/contract/news.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { meOf } from '../accountSteps.ts';
import { sounds, watchSound } from '../heard.ts';
import { ownStage, phone } from '../journey.ts';
import { type Member, member, moderator } from '../profileSteps.ts';
import { readAs } from '../published.ts';

const stage = ownStage();
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const TABS_AT_MOST = 120;
const RATE = 8000;
/** Long enough for all steps during playback. */
const SECONDS = 90;
const TITLE = 'Letters in the rain';

let owl: Member;
let trackId = '';
test.beforeAll(async () => {
  owl = await member(stage, 'Keys_owl');
  const bytes = writeWav({ sampleRate: RATE, channels: [voice(SECONDS, RATE)] });
  const { data } = await publish(owl, bytes, { title: TITLE, filename: 'a.wav', type: 'audio/wav' });
  const { uploadId } = data;
  trackId = (await callAction<{ id: string }>(await moderator(stage), 'approveUpload', { uploadId })).id;
});

interface Stop {
  name: string;
  role: string;
  /** Whether part of it is on the screen and not covered. */
  isSeen: boolean;
}

/** Moves by keys and records the focused elements. */
function keysOf(page: Page, session: CDPSession) {
  const faults: string[] = [];
  const focused = async (): Promise<Stop> => {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at;
      })()`,
    });
    const objectId = result.objectId ?? '';
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId,
      fetchRelatives: false,
    });
    const seen = await session.send('Runtime.callFunctionOn', {
      objectId,
      returnByValue: true,
      functionDeclaration: `function () {
        // Nine points, because a ring is hollow. Parts of one card may overlap.
        const { left, top, right, bottom } = this.getBoundingClientRect();
        const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
        const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        if (x1 <= x0 || y1 <= y0) return false;
        return [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
          const hit = this.getRootNode().elementFromPoint(x0 + (x1 - x0) * across, y0 + (y1 - y0) * down);
          return hit !== null && ((this.closest('article') ?? this.parentElement).contains(hit) || hit.contains(this));
        }));
      }`,
    });
    return {
      name: String(nodes[0]?.name?.value ?? ''),
      role: String(nodes[0]?.role?.value ?? ''),
      isSeen: seen.result.value === true,
    };
  };
  const isAt = (target: Locator) =>
    target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element);
  return {
    faults,
    press: (key: string) => page.keyboard.press(key),
    /** Presses `key` (Tab or Shift+Tab) until the focus arrives. */
    async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
      await expect(target).toBeEnabled();
      for (let presses = 0; presses < TABS_AT_MOST; presses++) {
        if (await isAt(target)) return;
        await page.keyboard.press(key);
        const stop = await focused();
        // At its end the page passes the focus to the browser.
        if (await page.evaluate(() => document.activeElement === document.body)) continue;
        if (stop.name === '') faults.push(`a ${stop.role} without a name on ${page.url()}`);
        if (!stop.isSeen) faults.push(`${stop.role} “${stop.name}” out of sight on ${page.url()}`);
      }
      throw new Error(`${target} is not reached by ${TABS_AT_MOST} presses of ${key}`);
    },
  };
}

for (const size of SIZES)
  test(`a listener can do everything by keyboard, with every state announced, at ${size.width} × ${size.height}`, async ({
    browser,
  }) => {
    const { context, page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await watchSound(page);
    // A first visit asks for the age.
    await page.addInitScript(() => localStorage.removeItem('aural.adultConfirmed'));
    const session = await context.newCDPSession(page);
    await session.send('Accessibility.enable');
    const keys = keysOf(page, session);
    const main = page.locator('main');
    const button = (name: string | RegExp) => main.getByRole('button', { name });

    await test.step('the feed', async () => {
      await page.goto('/');
      await expect(button(`Play ${TITLE}`).first()).toBeVisible();
      await expect(page.locator('header')).toMatchAriaSnapshot(`
        - banner:
          - link "Aural"
          - navigation "Main":
            - link "Home"
            - link /News/
            - link "Profile"
            - link "Search"
            - button "Record"
      `);
      await expect(page.getByRole('region', { name: 'New', exact: true })).toMatchAriaSnapshot(`
        - region "New":
          - heading "New" [level=2]
          - 'link "More: New"'
          - list:
            - listitem:
              - article:
                - button "Play ${TITLE}"
                - paragraph: /plays? Length 1 minute 30 seconds/
                - heading "${TITLE}" [level=3]
                - link "${owl.username}"
                - button /Like ${TITLE}, \\d+ likes?/
      `);
      await keys.to(button(`Play ${TITLE}`).first());
      await keys.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
        - dialog "Before you listen":
          - heading "Before you listen" [level=2]
          - paragraph: /Nothing is played and the microphone stays closed/
          - button "Not now"
          - button "Ich bin mindestens 18 Jahre alt"
      `);
      await keys.to(page.getByRole('button', { name: 'Ich bin mindestens 18 Jahre alt' }));
      await keys.press('Enter');
      await sounds(page);
    });

    await test.step('a like, and on to the player', async () => {
      const like = button(new RegExp(`^Like ${TITLE}`)).first();
      await keys.to(like);
      await keys.press('Space');
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await keys.to(main.getByRole('link', { name: TITLE, exact: true }).first(), 'Shift+Tab');
      await keys.press('Enter');
      await page.waitForURL(`**/player/${trackId}`);
      await sounds(page);
      await expect(main).toMatchAriaSnapshot(`
        - main:
          - slider "Position"
          - button "Pause ${TITLE}"
          - button "Previous track"
          - button "Back 15 seconds"
          - button "Forward 15 seconds"
          - button "Speed 1×"
          - button "Sleep timer"
          - heading "${TITLE}" [level=1]
          - link "${owl.username}"
          - button /Follow ${owl.username}, \\d+ followers?/
          - button /Like, \\d+ likes?/ [pressed]
          - button "Bookmark"
          - link /\\d+ comments?/
          - list "Tags"
          - link /Report inappropriate content/
          - region /Comments/:
            - heading /Comments/ [level=2]
            - textbox "Your comment"
            - button "Send"
      `);
    });

    await test.step('seek, pause, comment', async () => {
      const ring = page.getByRole('slider', { name: 'Position' });
      await keys.to(ring);
      await keys.press('Home');
      await keys.press('ArrowRight');
      await expect
        .poll(async () => Number(await ring.getAttribute('aria-valuenow')))
        .toBeGreaterThanOrEqual(5);
      await keys.to(button(`Pause ${TITLE}`), 'Shift+Tab');
      await keys.press('Enter');
      await expect(button(`Play ${TITLE}`)).toBeVisible();
      await keys.to(page.getByRole('textbox', { name: 'Your comment' }));
      await page.keyboard.type('by keys alone');
      await keys.press('Enter');
      await expect(page.locator('[data-comment] p').first()).toHaveText('by keys alone');
      await expect(page.getByRole('region', { name: /Comments/ })).toMatchAriaSnapshot(`
        - region /Comments \\d+/:
          - list:
            - listitem:
              - link "Du"
              - time: Just now
              - paragraph: by keys alone
              - button "Like this comment, 0 likes"
              - button "More for this comment"
      `);
    });

    await test.step('search', async () => {
      await keys.to(page.getByRole('link', { name: 'Search' }), 'Shift+Tab');
      await keys.press('Enter');
      await keys.to(page.getByRole('searchbox', { name: 'Search recordings' }));
      await page.keyboard.type('letters');
      await keys.press('Enter');
      await expect(main.getByRole('link', { name: TITLE, exact: true })).toBeVisible();
      await expect(main).toMatchAriaSnapshot(`
        - main:
          - heading "Search" [level=1]
          - search:
            - searchbox "Search recordings": letters
            - button "Clear search"
          - radiogroup "Who is speaking":
            - radio "All" [checked]
          - region "Tags"
          - status: 1 recording
          - list:
            - listitem:
              - article:
                - slider "Position"
                - button "Close the player"
                - heading "${TITLE}" [level=2]
      `);
    });

    await test.step('the profile', async () => {
      await keys.to(main.getByRole('link', { name: owl.username }).first());
      await keys.press('Enter');
      await expect(page.getByRole('heading', { name: owl.username, level: 1 })).toBeVisible();
      const follow = button(new RegExp(`^Follow ${owl.username}`));
      await keys.to(follow);
      await keys.press('Enter');
      await expect(button(new RegExp(`^Following ${owl.username}`))).toHaveAttribute('aria-pressed', 'true');
      await expect(main).toMatchAriaSnapshot(`
        - main:
          - heading "${owl.username}" [level=1]
          - term: Recordings
          - definition: "1"
          - term: Plays
          - term: Likes
          - button /Following ${owl.username}, \\d+ followers?/ [pressed]
          - tablist "Recordings shown":
            - tab "Uploads" [selected]
            - tab "Liked"
          - tabpanel "Uploads"
      `);
    });

    await test.step('news', async () => {
      const me = await meOf(context, stage.server.url);
      const notifications = await readAs<NotificationView[]>(owl, 'getNotifications');
      const mine = notifications.filter(({ user }) => user?.id === me?.id);
      expect(mine.map(({ type }) => type).sort()).toEqual(['comment', 'follow', 'like']);
      await keys.to(page.getByRole('link', { name: /^News/ }), 'Shift+Tab');
      await keys.press('Enter');
      await expect(page).toHaveURL(/\/news/);
      await keys.to(page.getByRole('tab', { name: 'Notifications' }));
      await keys.press('ArrowRight');
      await expect(page.getByRole('tab', { name: 'My Activities' })).toHaveAttribute('aria-selected', 'true');
      await expect(main.getByText(new RegExp(TITLE)).first()).toBeVisible();
      await expect(main).toMatchAriaSnapshot(`
        - main:
          - heading "News" [level=1]
          - tablist "What happened":
            - tab "Notifications"
            - tab "My Activities" [selected]
          - tabpanel "My Activities":
            - heading "This week 3 entries" [level=2]:
              - button "This week 3 entries" [expanded]
            - list:
              - listitem:
                - link /You follow ${owl.username}/
                - 'button "Remove: You follow ${owl.username}"'
              - listitem:
                - link /You commented on ${TITLE}/
              - listitem:
                - link /You liked ${TITLE}/
      `);
    });

    expect(keys.faults).toEqual([]);
    expect(errors).toEqual([]);
  });
