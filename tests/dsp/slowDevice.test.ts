// The app's probe in a browser that is stopped for seven eighths of the time, workers and all. A sixth of the speed is
// what must be found slow; the probe is short beside the stops and off by a quarter now and then.
import { expect, it } from 'vitest';
import { openEnginePage } from '../support/enginePage.ts';
import { slowDown } from '../support/slowdown.mjs';

it('a browser of an eighth of the speed gets the light profile, and is not tried again', async () => {
  const page = await openEnginePage();
  const slow = await slowDown(page.profile, 8);
  try {
    const { result } = await page.run(import.meta.filename, async ({ tried }) => [
      await tried(),
      await tried(),
    ]);
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
