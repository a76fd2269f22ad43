// `/healthz` and `/readyz` for supervisors, `/metrics` for Prometheus.
import { timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionCounts, CUT_REASONS } from '../connections/counts.ts';
import { touchDatabase } from '../db/alive.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { logLinesLost } from '../log.ts';
import { answerError } from '../middleware/errors.ts';
import type { Observe } from '../middleware/requestLog.ts';
import type { StoreState } from '../storage/blobs.ts';

export interface Readiness {
  /** False while starting and while draining. */
  ready: boolean;
}

export interface Metrics {
  observe: Observe;
  registry: Registry;
  /** Ends the collection; one per application. */
  close(): void;
}

function countConnections(registry: Registry, counts: ConnectionCounts): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('aural_connections', 'Open connections', () => counts.connections);
  gauge('aural_requests_in_flight', 'Requests that are being answered', () => counts.requestsInFlight);
  gauge(
    'aural_requests_waiting',
    'Requests behind another on their connection',
    () => counts.requestsWaiting,
  );
  new Counter({
    name: 'aural_sockets_cut_total',
    help: 'Connections ended by the server, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const reason of CUT_REASONS) this.inc({ reason }, counts.cut[reason]);
    },
  });
}

/** For a remote audio store: whether it answers, and the requests to it. */
function countStorage(registry: Registry, storeState: () => StoreState): void {
  new Gauge({
    name: 'aural_storage_up',
    help: 'Whether the audio store answers',
    registers: [registry],
    collect() {
      this.set(storeState().isDown ? 0 : 1);
    },
  });
  new Counter({
    name: 'aural_storage_requests_total',
    help: 'Requests to the audio store, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, outcome, count } of storeState().requests)
        this.inc({ operation, outcome }, count);
    },
  });
}

/** NaN if the database does not answer. */
function countUrgentReports(registry: Registry, waiting: () => Promise<number>): void {
  new Gauge({
    name: 'aural_urgent_reports_waiting',
    help: 'Reports about minors or missing consent that no moderator has decided',
    registers: [registry],
    async collect() {
      this.set(await waiting().catch(() => Number.NaN));
    },
  });
}

/** Only if other processes inspect uploads; NaN if the database does not answer. */
function countInspections(registry: Registry, waiting: () => Promise<number>): void {
  new Gauge({
    name: 'aural_inspections_waiting',
    help: 'Uploads of all servers that no process inspects yet',
    registers: [registry],
    async collect() {
      this.set(await waiting().catch(() => Number.NaN));
    },
  });
}

/** `counts` comes from the listening server. The default metrics include open descriptors (Linux: process_open_fds). */
export function createMetrics(
  counts: ConnectionCounts,
  storeState: () => StoreState,
  urgentReports: () => Promise<number>,
  inspectionsWaiting: (() => Promise<number>) | null,
): Metrics {
  const registry = new Registry();
  countConnections(registry, counts);
  countStorage(registry, storeState);
  countUrgentReports(registry, urgentReports);
  if (inspectionsWaiting) countInspections(registry, inspectionsWaiting);
  new Counter({
    name: 'aural_log_lines_dropped_total',
    help: 'Log lines that could not be written',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(logLinesLost());
    },
  });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'aural_request_seconds',
    help: 'Time to the end of a request by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.06, 0.15, 0.5, 2, 10, 60],
    registers: [registry],
  });
  return {
    registry,
    observe: (operation, status, seconds) => duration.observe({ operation, status }, seconds),
    close: () => registry.clear(),
  };
}

function mayReadMetrics(token: string | null, authorization: string): boolean {
  if (token === null) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** No blob has this name: asking for it only shows whether the store answers. */
const NO_BLOB = `${'0'.repeat(32)}.bands`;

/** While the store is down, each check also probes it, because there may be no other requests. */
function storageWord({ blobs }: Pick<Deps, 'blobs'>): 'ready' | 'unreachable' {
  if (!blobs.state().isDown) return 'ready';
  blobs.stat(NO_BLOB).catch(() => {});
  return 'unreachable';
}

export function health(deps: Deps, readiness: Readiness, metrics: Metrics): Middleware {
  return async function health(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz' || ctx.path === '/readyz') {
      ctx.set('Cache-Control', 'no-store');
      // Not thrown, because starting and draining are no errors for the log.
      if (!readiness.ready) return answerError(ctx, 'busy', 'Not ready', { 'Retry-After': '1' });
      try {
        await touchDatabase(deps.lookups);
      } catch (error) {
        if (databaseFault(error) !== 'damaged') throw error;
        const file = deps.env.databaseFile;
        deps.log.fatal(
          { err: error },
          `the database ${file} is damaged: stop the server and put a backup in its place: npm run restore -- DIRECTORY`,
        );
        return answerError(ctx, 'internal', 'The database is damaged. The log says what to do.', {});
      }
      // Ready also without the audio store: everything else still works.
      ctx.body = { success: true, data: { status: 'ready', storage: storageWord(deps) } };
      return;
    }
    if (ctx.path === '/metrics') {
      if (!mayReadMetrics(deps.env.metricsToken, ctx.get('Authorization'))) throw notFound('This');
      ctx.set('Cache-Control', 'no-store');
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
      return;
    }
    return next();
  };
}
