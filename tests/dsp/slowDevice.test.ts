// The app's speed probe in a browser whose worker clock runs 50 times too fast. The probe measures a slow
// engine on any machine, under any load.
import { expect, it } from 'vitest';
import { openEnginePage } from '../support/engine/enginePage.ts';

/** Below a fifth of a laptop's speed a device counts as weak; 50 leaves a factor of ten for fast machines. */
const CLOCK = 50;

it('selects the light profile in a slow browser and does not measure again', async () => {
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
