// Plays decoded ranges through the browser's audio output.
import { expect, it } from 'vitest';
import { type Audition, startAudition } from '../../../src/audio/audition.ts';
import { sine } from '../../support/audio/signals.ts';

const RATE = 8000;

/** Plays 20 s of a tone at `speed`. */
async function playing(speed: number): Promise<Audition> {
  const audition = startAudition({
    decode: async (start, end) => ({
      startSeconds: start,
      sampleRate: RATE,
      channels: [new Float32Array(sine(200, Math.round((end - start) * RATE), RATE))],
    }),
    regions: [{ start: 10, end: 30 }],
    gapSeconds: 0,
    speed,
    onEnded: () => undefined,
    onFailed: (error) => expect.fail(String(error)),
  });
  await expect.poll(audition.position, { interval: 5, timeout: 10_000 }).toBeGreaterThan(10);
  return audition;
}

it('advances twice as fast at double speed', async () => {
  const travelled: number[] = [];
  for (const speed of [1, 2]) {
    const audition = await playing(speed);
    const from = { position: audition.position(), at: performance.now() };
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const seconds = (performance.now() - from.at) / 1000;
    travelled.push((audition.position() - from.position) / seconds);
    audition.stop();
  }
  const [plain = 0, fast = 0] = travelled;
  expect(fast / plain).toBeGreaterThan(1.7);
  expect(fast / plain).toBeLessThan(2.3);
});
