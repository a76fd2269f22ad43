// Numbers and dates look the same in browsers of several languages.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { build, type Rollup } from 'vite';

/** Languages with their own digits, calendars and separators. */
const LOCALES = ['en-US', 'de-DE', 'ar-EG', 'fa-IR', 'hi-IN', 'th-TH', 'ja-JP-u-ca-japanese'];
const MODULES = {
  format: fileURLToPath(new URL('../../../src/lib/format.ts', import.meta.url)),
  time: fileURLToPath(new URL('../../../src/lib/time.ts', import.meta.url)),
};
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-21T12:00:00Z');

type Module = Record<string, (...values: unknown[]) => string>;
/** Function, its arguments, the text. */
const TABLE: [keyof typeof MODULES, string, unknown[], string][] = [
  ['format', 'formatDuration', [-1], '0:00'],
  ['format', 'formatDuration', [Number.NaN], '0:00'],
  ['format', 'formatDuration', [59], '0:59'],
  ['format', 'formatDuration', [3600], '1:00:00'],
  ['format', 'formatBytes', [1023], '1023 Bytes'],
  ['format', 'formatBytes', [1024], '1 KB'],
  ['format', 'formatBytes', [1536], '1.5 KB'],
  ['format', 'formatBytes', [1_048_575], '1 MB'],
  ['format', 'formatBytes', [1024 ** 3 - 1], '1 GB'],
  ['format', 'formatCount', [1234], '1.2K'],
  ['time', 'relativeTime', [null, NOW], 'Unknown time'],
  ['time', 'relativeTime', ['yesterday', NOW], 'Invalid date'],
  ...(
    [
      [59 * SECOND_MS, 'Just now'],
      [60 * SECOND_MS, '1m ago'],
      [23 * HOUR_MS, '23h ago'],
      [3 * DAY_MS, '3d ago'],
      [4 * DAY_MS, '17.11.2026'],
    ] as const
  ).map(
    ([age, read]) =>
      ['time', 'relativeTime', [new Date(NOW - age).toISOString(), NOW], read] as [
        'time',
        string,
        unknown[],
        string,
      ],
  ),
];

/** A module of the app as a script that exports its functions under `name`. */
async function scriptOf(name: keyof typeof MODULES): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: MODULES[name], formats: ['iife'], name } },
  })) as Rollup.RollupOutput[];
  return (
    built.flatMap(({ output }) => output).flatMap((file) => (file.type === 'chunk' ? [file.code] : []))[0] ??
    ''
  );
}

for (const locale of LOCALES)
  test(`shows lengths, sizes and ages alike in a browser set to ${locale} (row 3)`, async ({ browser }) => {
    const context = await browser.newContext({ locale, timezoneId: 'Europe/Berlin' });
    const page = await context.newPage();
    for (const name of Object.keys(MODULES) as (keyof typeof MODULES)[])
      await page.addScriptTag({ content: await scriptOf(name) });
    expect(await page.evaluate(() => navigator.language)).toBe(locale);
    const read = await page.evaluate(
      (rows) =>
        rows.map(([module, name, values]) => {
          const all = globalThis as unknown as Record<string, Module>;
          return all[module]?.[name]?.(...values);
        }),
      TABLE.map(([module, name, values]) => [module, name, values] as const),
    );
    expect(read).toEqual(TABLE.map(([, , , expected]) => expected));
    await context.close();
  });
