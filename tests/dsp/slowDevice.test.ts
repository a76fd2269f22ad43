// The app's probe in a browser that is stopped for most of the time, workers and all.
import { expect, it } from 'vitest';
import { openEnginePage } from '../support/enginePage.ts';
import { slowDown } from '../support/slowdown.mjs';

// Tried again: on a busy machine what stops the browser comes late itself, and the browser is not slow.
it('a slow browser gets the light profile, and is not tried again', { retry: 4 }, async () => {
  const page = await openEnginePage();
  const slow = await slowDown(page.profile, 10);
  try {
    const { result } = await page.run(import.meta.filename, async ({ tried }) => {
      // A process that was made a moment ago joins the slow ones after half a second.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return [await tried(), await tried()];
    });
    const [first, second] = result;
    expect(first).toMatchObject({ ways: 1, framesPerSecond: 30 });
    expect(JSON.parse(first?.kept ?? '')).toEqual({
      build: expect.stringMatching(/^[0-9a-f]{64}$/),
      speed: expect.any(Number),
    });
    expect(second).toEqual(first);
  } finally {
    await slow.end();
    await page.close();
  }
});
