// The application: middlewares and routes in order. `server.ts` and the tests start listening.
import Koa from 'koa';
import compress from 'koa-compress';
import { type ConnectionCounts, newCounts } from './connections/counts.ts';
import type { Deps } from './deps.ts';
import { waitingInspections } from './jobs/inspection.ts';
import { errors } from './middleware/errors.ts';
import { headers } from './middleware/headers.ts';
import { createRateLimits } from './middleware/rateLimit.ts';
import { requestLog } from './middleware/requestLog.ts';
import { staticFiles } from './middleware/staticFiles.ts';
import { urgentReportsWaiting } from './reports/queries.ts';
import { COMPRESS_MIN_BYTES } from './routes/answers.ts';
import { audioAccess, audioRoute } from './routes/audio.ts';
import { envelopeRoute } from './routes/envelope.ts';
import { events } from './routes/events.ts';
import { createMetrics, health, type Readiness } from './routes/health.ts';
import { uploads } from './routes/multipartUploads.ts';
import { openapi } from './routes/openapi.ts';
import { actionPipeline } from './routes/pipeline.ts';
import { createReceiving } from './routes/receiving.ts';
import { transfers } from './routes/resumableUploads.ts';
import { sampleRoute } from './routes/sample.ts';
import { securityText } from './routes/securityText.ts';
import { isSecure } from './routes/session.ts';
import { originOf } from './storageUrl.ts';

/** Another origin of audio for pages. */
const linkOrigin = ({ storage, storageLinkSeconds }: Deps['env']): string | null =>
  storage.kind === 's3' && storageLinkSeconds > 0 ? originOf(storage) : null;

/** `counts`: connection counts of the listening server, for `/metrics`. */
export async function createApp(
  deps: Deps,
  readiness: Readiness = { ready: true },
  counts: ConnectionCounts = newCounts(),
): Promise<Koa> {
  const app = new Koa({
    proxy: deps.env.trustProxy,
    // Only the last entry comes from the proxy; earlier ones come from the client.
    maxIpsCount: 1,
    env: deps.env.production ? 'production' : 'development',
  });
  const waiting = deps.env.inspection === 'here' ? null : () => waitingInspections(deps.lookups);
  const metrics = createMetrics(counts, deps.blobs.state, () => urgentReportsWaiting(deps.lookups), waiting);
  const limits = createRateLimits(deps.env.rateLimitFactor, deps.limitStore, deps.now, (error) =>
    deps.log.error({ err: error }, 'the store of rate limits failed; memory holds the counts'),
  );
  // The errors middleware answers all errors; only broken connections get here.
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (
      error.code !== 'EPIPE' &&
      error.code !== 'ECONNRESET' &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ) {
      deps.log.error({ err: error }, 'outside of a request');
    }
  });
  app.use(requestLog(deps.log, metrics.observe));
  const { searchIndexing } = deps.env;
  app.use(headers({ secureOrigin: isSecure(deps), mediaOrigin: linkOrigin(deps.env), searchIndexing }));
  app.use(errors(deps.log));
  app.use(compress({ threshold: COMPRESS_MIN_BYTES, filter: (type) => /json/.test(type), br: false }));
  app.use(health(deps, readiness, metrics));
  // A process that only inspects uploads serves nothing else.
  if (deps.env.inspection === 'only') return app;
  app.use(openapi(deps));
  app.use(securityText(deps));
  app.use(events(deps, limits));
  app.use(actionPipeline(deps, limits));
  const receiving = createReceiving(deps);
  app.use(uploads(deps, limits, receiving));
  app.use(transfers(deps, limits, receiving));
  const { blobs } = deps;
  const linkSeconds = deps.env.storageLinkSeconds;
  app.use(audioRoute({ blobs, linkSeconds, find: audioAccess(deps) }));
  app.use(envelopeRoute({ blobs, find: audioAccess(deps) }));
  app.use(sampleRoute(deps));
  app.use(await staticFiles(deps.env.webDirectory, deps.env.offlineApp));
  return app;
}
