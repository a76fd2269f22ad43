// The process: reads its configuration, opens what it needs, listens, and drains on SIGTERM or SIGINT.
import { ensureAdmin } from './accounts/admin.ts';
import { createApp } from './app.ts';
import { holdInstallation } from './db/instanceLock.ts';
import { seedDemo } from './demo/seed.ts';
import { readEnv } from './env.ts';
import { repairAtStart, scheduleJobs } from './jobs/schedule.ts';
import { openDeps } from './open.ts';
import { createSocketServer } from './sockets.ts';

/** Requests in flight get this long after the signal; then the process ends anyway. */
const DRAIN_MS = 10_000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const lock = await holdInstallation(env);
  const deps = await openDeps(env);
  await repairAtStart(deps);
  const readiness = { ready: false };
  const app = await createApp(deps, readiness);

  const server = createSocketServer(app.callback(), env.trustProxy);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.port, env.host, resolve);
  });

  const seeding = new AbortController();
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    seeding.abort();
    readiness.ready = false;
    deps.log.info({ signal }, 'draining');
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    deps.events.close();
    server.closeIdleConnections();
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref());
    await Promise.race([closed, deadline]);
    server.closeAllConnections();
    await deps.close();
    lock.release();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  if (env.admin) {
    const done = await ensureAdmin(deps.db, env.admin, deps.now(), deps.keys.audit);
    deps.log.info({ username: env.admin.username }, `admin ${done}`);
  }
  if (env.demoMode) await seedDemo(deps, seeding.signal);
  if (stopping) return;
  const stopJobs = scheduleJobs(deps);
  server.once('close', stopJobs);
  readiness.ready = true;
  deps.log.info({ host: env.host, port: env.port, node: process.version }, 'ready');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof Error && error.cause) console.error(error.cause);
  process.exit(1);
}
