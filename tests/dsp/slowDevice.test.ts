// The app's probe in a browser that is stopped for most of the time, workers and all.
import { expect, it } from 'vitest';
import { openEnginePage } from '../support/enginePage.ts';
import { slowDown } from '../support/slowdown.mjs';

const FACTOR = 10;
/** Of the time, in any third of a second: the probe calls a device weak at a fifth of a quick machine's speed. */
const MOST_SHARE = 0.2;
/** A machine that is too busy so often says nothing of the app. */
const TRIES = 8;

/**
 * What a slow browser finds when it tries itself twice; null where it found itself quick, but the machine was too busy to
 * keep it slow.
 */
async function triedSlowly() {
  const page = await openEnginePage();
  const slow = await slowDown(page.profile, FACTOR);
  try {
    const { result } = await page.run(import.meta.filename, async ({ tried }) => {
      // A process that was made a moment ago joins the slow ones after half a second.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return [await tried(), await tried()];
    });
    const { most } = await slow.end();
    return most <= MOST_SHARE || result[0]?.ways === 1 ? result : null;
  } finally {
    await slow.end();
    await page.close();
  }
}

it('a slow browser gets the light profile, and is not tried again', async () => {
  let found = await triedSlowly();
  for (let tries = 1; found === null && tries < TRIES; tries++) found = await triedSlowly();
  expect(found, 'the browser could be kept slow').not.toBeNull();
  const [first, second] = found ?? [];
  expect(first).toMatchObject({ ways: 1, framesPerSecond: 30 });
  expect(JSON.parse(first?.kept ?? '')).toEqual({
    build: expect.stringMatching(/^[0-9a-f]{64}$/),
    speed: expect.any(Number),
  });
  expect(second).toEqual(first);
});
