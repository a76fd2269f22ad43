// The app's probe in a browser whose worker's clock runs too fast: to the probe the engine is slow, however quick the
// machine is and however busy.
import { expect, it } from 'vitest';
import { openEnginePage } from '../support/engine/enginePage.ts';

/** A device is weak at a fifth of a laptop's speed: a machine would have to be ten laptops to seem quick. */
const CLOCK = 50;

it('a slow browser selects the light profile and is not measured again', async () => {
  const page = await openEnginePage({ clock: CLOCK, cores: 8 });
  try {
    const { result } = await page.run(import.meta.filename, async ({ tried }) => [
      await tried(),
      await tried(),
    ]);
    const [first, second] = result;
    expect(first?.before).toMatchObject({ ways: 4, framesPerSecond: 60 });
    expect(first?.after).toMatchObject({ ways: 1, framesPerSecond: 30 });
    expect(JSON.parse(first?.kept ?? '')).toEqual({
      build: expect.stringMatching(/^[0-9a-f]{64}$/),
      speed: expect.any(Number),
    });
    expect(second).toEqual({ before: first?.after, after: first?.after, kept: first?.kept });
  } finally {
    await page.close();
  }
});
