// `npm run storage:migrate`: copies the audio from one store to another.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdInstance } from './db/instanceLock.ts';
import { processEnvironment, readEnv } from './env.ts';
import { type Move, moveStorage, openMoveNotes, removeMoved } from './jobs/moveStorage.ts';
import { readCommandLine } from './launch/commandLine.mjs';
import { requireFolder } from './storage/folders.ts';
import { openStore } from './storage/open.ts';
import { keepPrivate } from './storage/privateFiles.ts';
import { openTemporaryFiles } from './storage/temporary.ts';
import { placeName, readStorageUrl, type StoragePlace } from './storageUrl.ts';

const USAGE = `Usage: npm run storage:migrate -- FROM TO [--delete-former]

Copies the audio from one store to another and compares it. Addresses are as in STORAGE_URL: file:PATH or s3://BUCKET?…
The server may run, with STORAGE_URL=TO and STORAGE_FORMER_URL=FROM. If interrupted, run it again.

      --delete-former   delete from FROM what TO has, once the server uses TO
  -h, --help            show this text`;
const REPORT_MS = 1000;

const MEGABYTE = 1024 * 1024;

/** Prints a line per second: progress, speed and time left. */
function progress(verb: string): Move['report'] {
  const started = Date.now();
  let reportedAt = 0;
  return (done, of, bytes) => {
    const now = Date.now();
    if (now - reportedAt < REPORT_MS && done < of) return;
    reportedAt = now;
    const seconds = Math.max(0.001, (now - started) / 1000);
    const left = ((of - done) * seconds) / done;
    const speed =
      bytes > 0
        ? `, ${(bytes / MEGABYTE).toFixed(1)} MB, ${(bytes / MEGABYTE / seconds).toFixed(1)} MB/s`
        : '';
    console.log(`${verb} ${done} of ${of}${speed}, about ${Math.ceil(left)} s left`);
  };
}

function placeOf(
  text: string,
  env: ReturnType<typeof readEnv>,
  source: Record<string, string | undefined>,
): StoragePlace {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = source;
  const sessionToken = source.AWS_SESSION_TOKEN;
  try {
    if (env.storage.kind === 's3' && text.startsWith('s3://')) return readStorageUrl(text, env.storage.keys);
    if (accessKeyId === undefined || secretAccessKey === undefined) return readStorageUrl(text, null);
    return readStorageUrl(text, { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) });
  } catch (error) {
    throw new Error(`${text} ${messageOf(error)}`);
  }
}

const SAME_STORE = 'FROM and TO are the same store. Name two different ones.';

/** Two addresses may name one store, as through a link: `--delete-former` would then delete its only copy. */
async function refuseSameStore({ from, to }: Pick<Move, 'from' | 'to'>): Promise<void> {
  const probe = `${randomBytes(16).toString('hex')}.mp3`;
  await to.put(probe, randomBytes(1));
  const isInBoth = (await from.stat(probe).finally(() => to.remove(probe))) !== null;
  if (isInBoth) throw new Error(SAME_STORE);
}

/** Assigns the new store to the installation of the former one. Throws when it belongs to another. */
async function moveOwner({ from, to }: Pick<Move, 'from' | 'to'>, names: [string, string]): Promise<void> {
  const [[former = null], [current = null]] = [await from.owners(), await to.owners()];
  if (former !== null && current === null) await to.claim(former);
  else if (former !== current)
    throw new Error(`${names.join(' and ')} belong to different installations. Nothing was changed.`);
}

async function main(): Promise<void> {
  const { values, given } = readCommandLine({
    usage: USAGE,
    options: { 'delete-former': { type: 'boolean', default: false } },
    least: 2,
  });
  const [fromUrl = '', toUrl = ''] = given;
  const variables = processEnvironment();
  const env = readEnv(variables);
  keepPrivate(env);
  const [from, to] = [placeOf(fromUrl, env, variables), placeOf(toUrl, env, variables)];
  const [former, current] = [placeName(from), placeName(to)];
  if (former === current) throw new Error(SAME_STORE);
  if (from.kind === 'disk' && !existsSync(from.directory))
    throw new Error(`There is no folder ${from.directory}. Correct FROM.`);
  if (to.kind === 'disk') requireFolder(to.directory, 'TO');
  if (values['delete-former'] && placeName(env.storage) === former) {
    throw new Error(`${former} is STORAGE_URL, which the server uses. Set STORAGE_URL to TO first.`);
  }
  const folder = join(env.dataDirectory, 'moving');
  const temporary = openTemporaryFiles(folder);
  const lock = await holdInstance(join(folder, '.lock'), 'The folder for audio on its way');
  await temporary.removeOlder(Date.now());
  const id = createHash('sha256').update(`${former}\n${current}`).digest('hex').slice(0, 16);
  const notes = await openMoveNotes(join(env.dataDirectory, `storage-moved-${id}.log`));
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const stores = { from: await openStore(from), to: await openStore(to) };
  const move = { ...stores, temporary, notes, signal: ending.signal };
  try {
    await moveOwner(stores, [former, current]);
    await refuseSameStore(stores);
    if (values['delete-former']) {
      const note = (name: string) => console.log(`removed ${name}`);
      const { removed, remaining } = await removeMoved({ ...move, report: progress('checked') }, note);
      console.log(`removed ${removed} from ${former}`);
      if (remaining.length > 0)
        throw new Error(
          `${remaining.length} were not deleted: they are not in ${current} yet. Run storage:migrate without --delete-former first.`,
        );
    } else {
      const { copied, equal, gone, failed } = await moveStorage({ ...move, report: progress('moved') });
      console.log(
        `${former} -> ${current}: ${copied} copied and compared, ${equal} already there, ${gone} deleted meanwhile`,
      );
      for (const { name, error } of failed) console.error(`not moved: ${name}: ${messageOf(error)}`);
      if (failed.length > 0)
        throw new Error(`${failed.length} were not moved. Run the same command again to continue.`);
    }
    if (ending.signal.aborted) throw new Error('Stopped. Run the same command again to continue.');
  } finally {
    await notes.close();
    stores.from.close();
    stores.to.close();
    lock.release();
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause ? `: ${messageOf(error.cause)}` : ''}`
    : String(error);

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
