// A draft of three takes (R9), a recording in WebM, a file in M4A and one in WAV, survives any end of the browser while
// it is made, and is published once.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FORMATS, makeFile } from '../support/audio/mediaFiles.ts';
import { type KillableBrowser, openKillable } from '../support/browser/killableBrowser.ts';
import {
  arrived,
  network,
  pressPublish,
  record,
  SLOW,
  toEditor,
  toForm,
} from '../support/browser/makingSteps.ts';
import { promise, type Trials } from '../support/rules/promise.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

type Page = KillableBrowser['page'];

const SERVER = { STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' };
const TITLE = 'Three takes';
const M4A_SECONDS = 4;
const WAV_SECONDS = 3;

/** What is prepared once: the server, the profile of a browser that has recorded a take, and the files to add. */
interface Stage {
  server: TestServer;
  profile: string;
  m4a: string;
  wav: string;
  /** Seconds of the recording. */
  own: number;
}

const lengthShown = async (page: Page): Promise<number> => {
  const said = await page.getByText(/^Audio duration: \d+ seconds$/).textContent();
  return Number(/\d+/.exec(said ?? '')?.[0]);
};

const shows = (page: Page, seconds: number) =>
  page.getByText(`Audio duration: ${seconds} seconds`).waitFor({ state: 'attached' });

async function openTool(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('button', { name }).click();
}

/** The file is chosen; resolves before it is read. */
async function choose(page: Page, file: string): Promise<void> {
  await openTool(page, /^Add sound/);
  await page.getByRole('radio', { name: 'At the end' }).click();
  await page.getByLabel('Choose a file').last().setInputFiles(file);
}

/** Resolves once the database has this many parts. */
async function partsStored(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('aural-studio');
        opening.onsuccess = () => {
          const all = opening.result.transaction('files').objectStore('files').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.filter(({ partOf }) => partOf).length >= wanted);
          };
        };
      }),
    count,
    { polling: 20 },
  );
}

const two = async ({ page }: KillableBrowser, { m4a, own }: Stage) => {
  await choose(page, m4a);
  await shows(page, own + M4A_SECONDS);
};

const three = async (browser: KillableBrowser, stage: Stage) => {
  await two(browser, stage);
  await choose(browser.page, stage.wav);
  await shows(browser.page, stage.own + M4A_SECONDS + WAV_SECONDS);
};

const moved = async ({ page }: KillableBrowser) => {
  await openTool(page, /^Order of parts/);
  await page
    .getByRole('button', { name: /^Move .* up$/ })
    .last()
    .click();
};

const toFormOfThree = async (browser: KillableBrowser, stage: Stage) => {
  await three(browser, stage);
  await toForm(browser.page);
  await browser.page.getByLabel('Title').fill(TITLE);
};

/** When the browser is killed. `added`: the lengths that the draft may have then, beyond its recording. */
interface Point {
  name: string;
  added: number[];
  until(browser: KillableBrowser, stage: Stage): Promise<void>;
}

const BOTH = M4A_SECONDS + WAV_SECONDS;

const MAKING: readonly Point[] = [
  {
    name: 'while a file is read',
    added: [0, M4A_SECONDS],
    until: ({ page }, { m4a }) => choose(page, m4a),
  },
  {
    name: 'as a file is stored',
    added: [0, M4A_SECONDS],
    until: async ({ page }, { m4a }) => {
      await choose(page, m4a);
      await partsStored(page, 1);
    },
  },
  { name: 'with two takes', added: [M4A_SECONDS], until: two },
  {
    name: 'as a second file is stored',
    added: [M4A_SECONDS, BOTH],
    until: async (browser, stage) => {
      await two(browser, stage);
      await choose(browser.page, stage.wav);
      await partsStored(browser.page, 2);
    },
  },
  { name: 'with three takes', added: [BOTH], until: three },
  {
    name: 'with an order that is not applied',
    added: [BOTH],
    until: async (browser, stage) => {
      await three(browser, stage);
      await moved(browser);
    },
  },
  {
    name: 'as another order is applied',
    added: [BOTH],
    until: async (browser, stage) => {
      await three(browser, stage);
      await moved(browser);
      await browser.page.getByRole('button', { name: 'Apply' }).click();
    },
  },
  {
    name: 'as the third take is undone',
    added: [M4A_SECONDS, BOTH],
    until: async (browser, stage) => {
      await three(browser, stage);
      await browser.page.getByRole('button', { name: 'Undo' }).click();
    },
  },
  {
    name: 'as it returns',
    added: [M4A_SECONDS, BOTH],
    until: async (browser, stage) => {
      await three(browser, stage);
      await browser.page.getByRole('button', { name: 'Undo' }).click();
      await browser.page.getByRole('button', { name: 'Redo' }).click();
    },
  },
  {
    name: 'while three takes are exported',
    added: [BOTH],
    until: async (browser, stage) => {
      await three(browser, stage);
      await browser.page.getByRole('button', { name: 'Next Step' }).click();
    },
  },
];

const PUBLISHING: readonly Pick<Point, 'name' | 'until'>[] = [
  {
    name: 'a moment after Publish',
    until: async (browser, stage) => {
      await toFormOfThree(browser, stage);
      await network(browser, SLOW);
      await pressPublish(browser.page);
      await browser.page.waitForFunction(() => !sessionStorage.getItem('uploadFile'), undefined, {
        polling: 20,
      });
    },
  },
  {
    name: 'while three takes are sent',
    until: async (browser, stage) => {
      await toFormOfThree(browser, stage);
      await network(browser, SLOW);
      await pressPublish(browser.page);
      await browser.page
        .getByText(/^Sending [1-9]/)
        .first()
        .waitFor();
    },
  },
];

/** Opens the draft in a browser with a copy of the profile, and kills it at the point. `after`: the same profile again. */
async function killedAt(
  stage: Stage,
  until: Point['until'],
  after: (browser: KillableBrowser) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'aural-joined-'));
  cpSync(stage.profile, profile, { recursive: true });
  let browser = await openKillable(profile);
  try {
    await browser.page.goto(`${stage.server.url}/record`);
    await toEditor(browser.page);
    await until(browser, stage);
    await browser.kill();
    browser = await openKillable(profile);
    await browser.page.goto(`${stage.server.url}/record`);
    await after(browser);
  } finally {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function keepsDraft(stage: Stage, { added, until }: Point): Promise<void> {
  const before = (await arrived(stage.server)).length;
  await killedAt(stage, until, async ({ page }) => {
    await toEditor(page);
    const length = (await lengthShown(page)) - stage.own;
    expect(added).toContain(length);
    // Each undo step is there, with the sound of its takes, down to the recording.
    const steps = [BOTH, M4A_SECONDS, 0].filter((seconds) => seconds < length);
    for (const seconds of steps) {
      const undo = page.getByRole('button', { name: 'Undo' });
      // Another order is a step that keeps the length.
      while ((await lengthShown(page)) - stage.own !== seconds) {
        await undo.click();
        await page.getByText(/^Audio duration: /).waitFor({ state: 'attached' });
      }
    }
    expect(await arrived(stage.server)).toHaveLength(before);
  });
}

async function arrivesOnce(stage: Stage, until: Point['until']): Promise<void> {
  const before = (await arrived(stage.server)).length;
  await killedAt(stage, until, async () => {
    await expect
      .poll(() => arrived(stage.server), { timeout: 60_000, interval: 500 })
      .toHaveLength(before + 1);
  });
  const uploads = await arrived(stage.server);
  expect(uploads).toHaveLength(before + 1);
  expect(uploads.at(-1)?.title).toBe(TITLE);
  expect(Math.round(uploads.at(-1)?.seconds ?? 0)).toBe(stage.own + BOTH);
}

/** Runs `prove` with what all points share. */
async function onStage(prove: (stage: Stage) => Promise<void>): Promise<void> {
  const server = await startServer(SERVER);
  const folder = mkdtempSync(join(tmpdir(), 'aural-joining-'));
  try {
    const [m4a, wav] = ['MP4/AAC', 'WAV'].map((name, index) => {
      const format = FORMATS.find((each) => each.name === name);
      if (!format) throw new Error(`no format ${name}`);
      return makeFile(folder, format, index === 0 ? M4A_SECONDS : WAV_SECONDS);
    }) as [string, string];
    const profile = join(folder, 'profile');
    const browser = await openKillable(profile);
    let own = 0;
    try {
      await record(browser.page, server.url);
      await toEditor(browser.page);
      own = await lengthShown(browser.page);
    } finally {
      await browser.close();
    }
    await prove({ server, profile, m4a, wav, own });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

promise(
  'R9',
  'a browser killed anywhere while three takes are joined keeps the draft and its undo steps',
  (trials: Trials) =>
    onStage(async (stage) => {
      for (const point of MAKING) await trials.run(point.name, () => keepsDraft(stage, point));
    }),
);

promise(
  'R9',
  'a browser killed after Publish sends the three takes as one recording, once',
  (trials: Trials) =>
    onStage(async (stage) => {
      for (const { name, until } of PUBLISHING) await trials.run(name, () => arrivesOnce(stage, until));
    }),
);
