// Tracks on a real server, and the audio that plays in a page.
import { expect, type Page } from 'playwright/test';
import { writeWav } from '../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import type { TestServer } from '../support/server/server.ts';
import { voice } from '../support/server/voice.ts';
import { ADMIN } from './journey.ts';

const RATE = 8000;

/** Publishes and approves a voice per title, the last one newest; returns their ids by title. */
export async function publishTracks(
  server: TestServer,
  titles: readonly string[],
  seconds = 60,
): Promise<Record<string, string>> {
  const admin = await signIn(server.url, ADMIN.username, ADMIN.password);
  const ids: Record<string, string> = {};
  for (const [index, title] of titles.entries()) {
    // Different lengths: identical bytes would count as a repeat.
    const bytes = writeWav({ sampleRate: RATE, channels: [voice(seconds + index, RATE)] });
    // One account per track, because accounts have an upload limit.
    const { data } = await publish(visitor(server.url), bytes, {
      title,
      filename: 'x.wav',
      type: 'audio/wav',
    });
    const { id } = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: data.uploadId });
    ids[title] = id;
  }
  return ids;
}

/** Makes audio elements visible to `sounding` and answers the 18+ question. Call before `goto`. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('aural.adultConfirmed', 'true');
    const made: HTMLAudioElement[] = [];
    Object.assign(window, { made });
    const Native = window.Audio;
    window.Audio = class extends Native {
      constructor(source?: string) {
        super(source);
        made.push(this);
      }
    };
  });
}

interface Sound {
  source: string;
  at: number;
}

/** The audio that plays now. */
export const sounding = (page: Page): Promise<Sound[]> =>
  page.evaluate(() =>
    (window as unknown as { made: HTMLAudioElement[] }).made
      .filter(({ paused, readyState }) => !paused && readyState > 2)
      .map(({ currentSrc, currentTime }) => ({ source: currentSrc, at: currentTime })),
  );

/** Waits until exactly one recording plays and advances. */
export async function sounds(page: Page): Promise<Sound> {
  await expect.poll(async () => (await sounding(page)).length).toBe(1);
  const [before] = await sounding(page);
  await expect.poll(async () => (await sounding(page))[0]?.at ?? 0).toBeGreaterThan(before?.at ?? 0);
  return (await sounding(page))[0] ?? { source: '', at: 0 };
}

export const silent = (page: Page) => expect.poll(async () => (await sounding(page)).length).toBe(0);

/** The first card with this title. */
export const card = (page: Page, title: string) =>
  page
    .locator('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
    .first();

/** Presses the cover of the first card with this title. */
export const playCard = (page: Page, title: string) =>
  card(page, title)
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click();
