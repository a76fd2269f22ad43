// A server with 5,000 tracks for the feed's figures; the newest can be heard, one has 2,000 comments.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asBlobs, recordings } from '../api/audio.mjs';
import { fill, picker, serverModule } from '../api/dataSet.mjs';
import { startServer } from '../api/processes.mjs';

/** The first card of every row of the feed's first screen is among them, also of the filtered one. */
const HEARD = 12;
const COMMENTS = 2000;
const COMMENT_MS = 60_000;

/** Comments of one track until it has `COMMENTS`, of one line to seven. */
async function fillComments(data, track, accounts) {
  const { openDatabase } = await serverModule('db/client.ts');
  const { db, close } = await openDatabase(join(data, 'aural.db'));
  const pick = picker(2000);
  const known = await db.selectFrom('comments').select('id').where('track_id', '=', track).execute();
  const rows = Array.from({ length: COMMENTS - known.length }, (_, index) => ({
    id: pick.id(),
    track_id: track,
    account_id: accounts[pick.below(accounts.length)],
    content: pick.some(['leise', 'und', 'warm, bei 1:12', 'danke', 'Stimme'], 2 + pick.below(40)).join(' '),
    likes: 0,
    created_at: Date.now() - (index + 1) * COMMENT_MS,
  }));
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('comments')
      .values(rows.slice(at, at + 100))
      .execute();
  await db.updateTable('tracks').set({ comments_count: COMMENTS }).where('id', '=', track).execute();
  await close();
}

/** @returns {Promise<{ url: string, tracks: string[], accounts: string[], close(): Promise<void> }>} */
export async function startFeedServer() {
  const data = mkdtempSync(join(tmpdir(), 'aural-ui-feed-'));
  const { tracks, accounts } = await fill(data, asBlobs(await recordings(HEARD), join(data, 'blobs')));
  await fillComments(data, tracks[0], accounts);
  const server = await startServer(data);
  return {
    url: server.url,
    tracks,
    accounts,
    async close() {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
