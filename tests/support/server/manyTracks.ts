// A large data set made quickly: tracks with texts, tags and votes by many users, without audio.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertAccount } from '../../../api/accounts/store.ts';
import type { OpenDatabase } from '../../../api/db/client.ts';
import { either, isPostgres } from '../../../api/db/dialect.ts';
import { insertTrack } from '../../../api/tracks/store.ts';
import { buildAudio } from './audioColumns.ts';

/** Words of titles and descriptions; most begin with one of a few letters, as in natural languages. */
const WORDS =
  'abend atem augen becken dunkel echo erde feuer flieder garten glut hauch haut honig kissen kerze laut leise licht mond morgen nacht nah ofen pause quelle regen ruhe samt sanft schnee sommer stimme still tau traum ufer vogel warm weich welle wind zart zeit'.split(
    ' ',
  );
export const TAGS = 'soft whisper storytelling asmr breath couple rough slow night rain music sleep'.split(
  ' ',
);
const GENDERS = ['Female', 'Male', 'Couple', 'Diverse'] as const;
const PER_TRANSACTION = 5000;

/** The same numbers in every run. */
function picks(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

/** A random whole number per row, below `most`. */
export const anyBelow = (most: number) =>
  either({
    sqlite: sql<number>`abs(random()) % ${most}`,
    postgres: sql<number>`floor(random() * ${most}::bigint)::bigint`,
  });

/** Takes about half a millisecond a track. */
export async function manyTracks(
  { db }: Pick<OpenDatabase, 'db'>,
  count: number,
  people = 500,
): Promise<void> {
  const below = picks(20_261_122);
  const some = (list: readonly string[], many: number) =>
    Array.from({ length: many }, () => list[below(list.length)] ?? '');
  const now = Date.now();
  const owners: { id: string; username: string }[] = [];
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < people; index++) {
      const username = `person_${index}`;
      owners.push({ id: await insertAccount(tx, { username, role: 'user' }, now), username });
    }
  });
  for (let first = 0; first < count; first += PER_TRANSACTION) {
    await db.transaction().execute(async (tx) => {
      for (let index = first; index < Math.min(count, first + PER_TRANSACTION); index++) {
        const owner = owners[below(people)];
        if (!owner) continue;
        await insertTrack(tx, {
          id: randomUUID(),
          accountId: owner.id,
          username: owner.username,
          uploadId: null,
          audio: buildAudio(),
          title: some(WORDS, 3 + below(4)).join(' '),
          description: some(WORDS, below(60)).join(' '),
          gender: GENDERS[below(GENDERS.length)] ?? 'Diverse',
          tags: [...new Set(some(TAGS, 2 + below(6)))],
          demoPosition: null,
          createdAt: now - index * 60_000,
        });
      }
    });
  }
  await sql`update tracks set likes = ${anyBelow(50)}, comments_count = ${anyBelow(20)}`.execute(db);
  // PostgreSQL gathers statistics later than a test waits; SQLite uses none.
  if (isPostgres(db)) await sql`analyze`.execute(db);
}
