// A server with seeded data for the feed tests, and pages of its visitors.
import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright/test';
import { test } from 'playwright/test';
import { type SeededData, type SeededTrack, seededData } from '../../support/server/seededData.ts';
import { PREFILLED, startServer, type TestServer } from '../../support/server/server.ts';
import { closeAfterTests, closedAfterTest } from '../journey.ts';

export const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

export interface SeededStage {
  seeded: SeededData;
  server: TestServer;
}

/** The stage of the calling spec file. */
export function seededStage(usernames: readonly string[], tracks: readonly SeededTrack[]): SeededStage {
  const stage = {} as SeededStage;
  closeAfterTests();
  test.beforeAll(async () => {
    stage.seeded = await seededData(usernames, tracks);
    stage.server = await startServer(
      { ...PREFILLED, RATE_LIMIT_FACTOR: '1000' },
      { data: stage.seeded.data },
    );
  });
  test.afterAll(async () => {
    await stage.server?.stop();
    if (stage.seeded) await rm(stage.seeded.data, { recursive: true, force: true });
  });
  return stage;
}

export interface Visit {
  page: Page;
  errors: string[];
  close(): Promise<void>;
}

/** A user who confirmed the age; `as` is the index of a seeded account, by default a visitor. */
export async function visit(
  browser: Browser,
  { seeded, server }: SeededStage,
  size = SIZES[0] as { width: number; height: number },
  as?: number,
): Promise<Visit> {
  const context = closedAfterTest(
    await browser.newContext({ viewport: size, baseURL: server.url, hasTouch: size.width < 900 }),
  );
  const token = as === undefined ? undefined : seeded.tokens[as];
  if (token) await context.addCookies([{ name: 'aural', value: token, url: server.url }]);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  return { page, errors, close: () => context.close() };
}

/** Titles of the cards inside, in order. */
export const titlesIn = (page: Page, scope: string) =>
  page
    .locator(`${scope} article`)
    .evaluateAll((cards) => cards.map((card) => card.querySelector('h2, h3')?.textContent));
