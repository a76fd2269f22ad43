// The server process: reads the configuration, opens the database and the store, listens, and drains on SIGTERM, SIGINT and
// an uncaught exception.
import { ensureAdminFromEnvironment } from './accounts/admin.ts';
import { hasAdmin } from './accounts/queries.ts';
import { createApp } from './app.ts';
import { newCounts } from './connections/counts.ts';
import { holdInstallation, holdOwnFolder, type InstanceLock } from './db/instanceLock.ts';
import { oneAfterAnother } from './db/jobLock.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './deps.ts';
import { type Env, processEnvironment, readEnv } from './env.ts';
import { serveInspections } from './jobs/inspection.ts';
import { repairAtStart, scheduleJobs } from './jobs/schedule.ts';
import { readCommandLine } from './launch/commandLine.mjs';
import { SERVER_USAGE } from './launch/serverUsage.mjs';
import { leave, standardError, standardOutput } from './log.ts';
import { openDeps } from './open.ts';
import { createSocketServer } from './sockets.ts';
import { requireFolders } from './storage/folders.ts';
import { keepPrivate } from './storage/privateFiles.ts';

/** npm passes the terminal's Ctrl+C on: the second signal within this time is the same one. */
const SAME_SIGNAL_MS = 1000;

async function holdFolder(env: Env): Promise<{ env: Env; lock: InstanceLock }> {
  const { directory: temporaryDirectory, lock } = await holdOwnFolder(env.temporaryDirectory);
  return { env: { ...env, temporaryDirectory }, lock };
}

async function main(): Promise<void> {
  const given = readEnv(processEnvironment());
  requireFolders(given);
  keepPrivate(given);
  // Processes that share PostgreSQL also share the audio store, but each has its own temporary folder.
  const { env, lock } = given.postgres
    ? await holdFolder(given)
    : { env: given, lock: await holdInstallation(given) };
  const deps = await openDeps(env);
  const seeding = new AbortController();
  const readiness = { ready: false };
  const counts = newCounts();
  let drain = async (_end: AbortSignal) => {};
  let endWork = async () => {};
  let stopping: { end: AbortController; since: number } | null = null;
  const stop = async (reason: string, code: number) => {
    if (stopping) {
      // A second Ctrl+C cuts what still runs.
      if (performance.now() - stopping.since > SAME_SIGNAL_MS) stopping.end.abort();
      return;
    }
    const end = new AbortController();
    stopping = { end, since: performance.now() };
    setTimeout(() => end.abort(), env.drainSeconds * 1000).unref();
    seeding.abort();
    readiness.ready = false;
    deps.log.info({ signal: reason }, 'draining');
    try {
      await drain(end.signal);
      await deps.close();
      lock.release();
    } catch (error) {
      deps.log.error({ err: error }, 'Shutdown was incomplete');
    }
    await leave(code);
  };
  // The state is unknown after this: finish the running requests, then exit so that the supervisor restarts the process.
  process.on('uncaughtException', (error) => {
    if (env.logLevel === 'silent') standardError.write(messagesOf(error));
    deps.log.fatal({ err: error }, 'Uncaught exception. The server stops.');
    void stop('uncaughtException', 1);
  });
  process.on('unhandledRejection', (reason) => {
    deps.log.error({ err: reason }, 'Unhandled promise rejection');
  });
  // Node's own listener writes synchronously: a full pipe would block the process.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => deps.log.warn({ err: warning }, 'warning'));

  await repairAtStart(deps);
  await deps.readers.start();
  const app = await createApp(deps, readiness, counts);
  const server = createSocketServer(app.callback(), { behindProxy: env.trustProxy, counts });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, env)));
    server.listen(env.port, env.host, resolve);
  });
  deps.log.info({ host: env.host, port: env.port }, `listening: ${addressOf(env)}`);
  drain = async (end) => {
    const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
    deps.events.close();
    await Promise.all([server.drain(end), Promise.race([endWork(), ended])]);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, 0));

  const onlyInspects = env.inspection === 'only';
  if (!onlyInspects) {
    const { signal } = seeding;
    await oneAfterAnother(deps.db, () => createFirstContent(deps, signal), signal).catch((error) => {
      if (!stopping) throw error;
    });
  }
  if (stopping) return;
  if (onlyInspects) endWork = serveInspections(deps);
  else server.once('close', scheduleJobs(deps));
  readiness.ready = true;
  deps.log.info({ host: env.host, port: env.port, node: process.version }, 'ready');
  const hint = (await hasAdmin(deps.db)) ? null : ADMIN_HINT;
  if (!process.stdout.isTTY && hint) deps.log.warn(hint);
  if (process.stdout.isTTY) standardOutput.write(firstWords(env, hint));
}

/** A container and a service have no npm. */
const CREATE_ADMIN = `${process.env.npm_lifecycle_event ? 'npm run admin:create --' : 'node dist/api/admin.js'} NAME`;
const ADMIN_HINT = `There is no admin yet, so uploads cannot be approved. Create one: ${CREATE_ADMIN}`;

const addressOf = ({ publicOrigin, port }: Env): string => publicOrigin ?? `http://localhost:${port}`;

/** What a person at the terminal needs first. */
const firstWords = (env: Env, hint: string | null): string =>
  `\nAural is ready: ${addressOf(env)}\n${hint ? `${hint}\n` : ''}\n`;

/** Why the address is not available, with the setting to change. */
function cannotListen(error: NodeJS.ErrnoException, { host, port }: Env): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Stop the other program, or set PORT to a free port.`);
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs more rights than this user has. Set PORT to 1024 or higher.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST ${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`);
  return error;
}

/** Creates the configured admin and the demo tracks. Throws if the admin's name or password are refused. */
async function createFirstContent(deps: Deps, signal: AbortSignal): Promise<void> {
  const { env, log } = deps;
  if (env.admin) {
    const done = await ensureAdminFromEnvironment(deps.db, env.admin, deps.now(), deps.keys.audit).catch(
      (error: Error) => {
        throw new Error('The admin of ADMIN_USERNAME and ADMIN_PASSWORD cannot be created.', {
          cause: error,
        });
      },
    );
    log.info({ username: env.admin.username }, `admin ${done}`);
  }
  if (env.demoMode) await seedDemo(deps, signal);
}

/** The message of an error and of each of its causes, a line each. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  return error.message + (error.cause ? `\n${messagesOf(error.cause)}` : '\n');
}

try {
  readCommandLine({ usage: SERVER_USAGE });
  await main();
} catch (error) {
  standardError.write(messagesOf(error));
  await leave(1);
}
