// A recording has one cover: the share form, the queue and the feed show the same.
import { afterAll, expect, it } from 'vitest';
import type { TrackView } from '../../api/contract/tracks.ts';
import type { PendingUploadView } from '../../api/contract/uploads.ts';
import { writeWav } from '../support/audio/wav.ts';
import { analyseWav } from '../support/engine/nodeEngine.ts';
import { actor } from '../support/server/actors.ts';
import { publish, visitor } from '../support/server/publish.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { voice } from '../support/server/voice.ts';
import { get, post } from '../support/server/wire.ts';

const app = await createTestApp();
const [owner, moderator] = [await actor(app, 'user'), await actor(app, 'moderator')];
afterAll(() => app.close());

it('the cover of a file equals the cover of its upload in the queue and of its track in the feed', async () => {
  const rising = voice(8, 16_000).map((value, n) => value * (n / (8 * 16_000)));
  const audio = { sampleRate: 16_000, channels: [rising] };
  const measured = Buffer.from((await analyseWav(audio, ['cover'])).cover).toString('base64');
  expect(new Set(Buffer.from(measured, 'base64')).size).toBeGreaterThan(20);
  await publish(owner, writeWav(audio), { title: 'Rising', filename: 'x.wav', type: 'audio/wav' });

  const waiting = (await get(moderator, 'getPendingUploads')).json.data as PendingUploadView[];
  expect(waiting.map(({ cover }) => cover)).toEqual([measured]);
  const [{ uploadId } = { uploadId: '' }] = waiting;
  expect((await post(moderator, 'approveUpload', { uploadId })).status).toBe(200);

  const tracks = (await get(visitor(app.url), 'getTracks', { user: owner.accountId })).json
    .data as TrackView[];
  expect(tracks.map(({ cover }) => cover)).toEqual([measured]);
});
