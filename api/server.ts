// The server process: reads the configuration, opens the database and the store, listens, and drains on SIGTERM, SIGINT and
// an uncaught exception.
import { ensureAdminFromEnvironment } from './accounts/admin.ts';
import { createApp } from './app.ts';
import { newCounts } from './connections/counts.ts';
import { holdInstallation, holdOwnFolder, type InstanceLock } from './db/instanceLock.ts';
import { oneAfterAnother } from './db/jobLock.ts';
import { seedDemo } from './demo/seed.ts';
import type { Deps } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { serveInspections } from './jobs/inspection.ts';
import { repairAtStart, scheduleJobs } from './jobs/schedule.ts';
import { leave, standardError } from './log.ts';
import { openDeps } from './open.ts';
import { createSocketServer } from './sockets.ts';
import { keepPrivate } from './storage/privateFiles.ts';

/** Time for running requests after the signal; then the process exits. */
const DRAIN_MS = 10_000;

async function holdFolder(env: Env): Promise<{ env: Env; lock: InstanceLock }> {
  const { directory: temporaryDirectory, lock } = await holdOwnFolder(env.temporaryDirectory);
  return { env: { ...env, temporaryDirectory }, lock };
}

async function main(): Promise<void> {
  const given = readEnv(process.env);
  keepPrivate(given);
  // Processes that share PostgreSQL also share the audio store, but each has its own temporary folder.
  const { env, lock } = given.postgres
    ? await holdFolder(given)
    : { env: given, lock: await holdInstallation(given) };
  const deps = await openDeps(env);
  const seeding = new AbortController();
  const readiness = { ready: false };
  const counts = newCounts();
  let drain = async () => {};
  let endWork = async () => {};
  let stopping = false;
  const stop = async (reason: string, code: number) => {
    if (stopping) return;
    stopping = true;
    seeding.abort();
    readiness.ready = false;
    deps.log.info({ signal: reason }, 'draining');
    try {
      await drain();
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
    server.once('error', reject);
    server.listen(env.port, env.host, resolve);
  });
  drain = async () => {
    const closed = Promise.all([new Promise<void>((resolve) => server.close(() => resolve())), endWork()]);
    deps.events.close();
    server.closeIdleConnections();
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([closed, deadline]);
    server.closeAllConnections();
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
}

/** Creates the configured admin and the demo tracks. */
async function createFirstContent(deps: Deps, signal: AbortSignal): Promise<void> {
  const { env, log } = deps;
  if (env.admin) {
    try {
      const done = await ensureAdminFromEnvironment(deps.db, env.admin, deps.now(), deps.keys.audit);
      log.info({ username: env.admin.username }, `admin ${done}`);
    } catch (error) {
      // The server starts anyway.
      log.error(
        { err: error, username: env.admin.username },
        'Could not create the admin. Check ADMIN_USERNAME and ADMIN_PASSWORD.',
      );
    }
  }
  if (env.demoMode) await seedDemo(deps, signal);
}

/** The message of an error and of each of its causes, a line each. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  return error.message + (error.cause ? `\n${messagesOf(error.cause)}` : '\n');
}

try {
  await main();
} catch (error) {
  standardError.write(messagesOf(error));
  await leave(1);
}
