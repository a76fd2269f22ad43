// Profile steps: users who register on their phone, and their published recordings.
import { type Browser, expect, type Page } from 'playwright/test';
import { noise } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { type Client, callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import { ADMIN, type Phone, phone, type Stage } from './journey.ts';

const PASSWORD = 'Candle-light-42';
const RATE = 8000;
let seed = 100;

export interface Member extends Client {
  id: string;
  username: string;
}

/** A registered account, as a script. */
export async function member(stage: Stage, username: string): Promise<Member> {
  const client = visitor(stage.server.url);
  const body = { username, password: PASSWORD, isOver18: true };
  const { me } = await callAction<{ me: { id: string } }>(client, 'register', body);
  return Object.assign(client, { id: me.id, username });
}

/** Sends a short recording for review; returns the upload's id. */
export async function send(of: Member, title: string): Promise<string> {
  const bytes = writeWav({ sampleRate: RATE, channels: [noise(seed++, RATE * 6, 0.3)] });
  const reply = await publish(of, bytes, { title, filename: 'x.wav', type: 'audio/wav' });
  return reply.data.uploadId;
}

export const moderator = (stage: Stage): Promise<Client> =>
  signIn(stage.server.url, ADMIN.username, ADMIN.password);

/** A published recording; returns the track's id. */
export async function live(stage: Stage, of: Member, title: string): Promise<string> {
  const uploadId = await send(of, title);
  const track = await callAction<{ id: string }>(await moderator(stage), 'approveUpload', { uploadId });
  return track.id;
}

/** A phone with this account signed in. */
export async function phoneOf(browser: Browser, stage: Stage, of: Client): Promise<Phone> {
  const opened = await phone(browser, stage.server);
  const [name = '', value = ''] = of.cookie.split('=');
  await opened.context.addCookies([{ name, value, url: stage.server.url }]);
  await opened.context.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  return opened;
}

/** Every control smaller than 44 px in a direction, except links inside text. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main a, main input:not([type=range]), dialog button',
      ),
    ]
      .filter((each) => each.checkVisibility() && !each.closest('article'))
      .filter((each) => each.tagName !== 'A' || getComputedStyle(each).display !== 'inline')
      .map((each) => ({ each, box: (each.closest('label') ?? each).getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ each, box }) => `${each.outerHTML.slice(0, 80)} ${box.width}x${box.height}`),
  );
}

/** Nothing is wider than the screen. */
export async function fitsTheScreen(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}
