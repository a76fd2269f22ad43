// When jobs run: once at start for what a crash left, then every hour.
import type { Deps } from '../deps.ts';
import { retain } from './retention.ts';
import { sweep, tidyTemporaryFiles, tidyTransfers, unlinkDoomed } from './tidy.ts';

const HOUR_MS = 3600 * 1000;
/** No upload takes longer than this between its blob and its row. */
const ORPHAN_GRACE_MS = HOUR_MS;
const PART_AGE_MS = 24 * HOUR_MS;

/** Nothing is being received yet, so every temporary file is a leftover. */
export async function repairAtStart(deps: Deps): Promise<void> {
  await tidyTemporaryFiles(deps, 0);
  await tidyTransfers(deps, 0);
  await unlinkDoomed(deps);
  const { missing } = await sweep(deps, ORPHAN_GRACE_MS, false);
  if (missing.length > 0)
    deps.log.error({ count: missing.length, files: missing.slice(0, 20) }, 'audio is missing');
}

async function runJobs(deps: Deps): Promise<void> {
  try {
    await tidyTemporaryFiles(deps, PART_AGE_MS);
    await tidyTransfers(deps, ORPHAN_GRACE_MS);
    await unlinkDoomed(deps);
    await sweep(deps, ORPHAN_GRACE_MS, false);
    deps.reserve.takeBack();
    deps.log.info(await retain(deps), 'retention');
  } catch (error) {
    deps.log.error({ err: error }, 'a job failed');
  }
}

/** Returns the function that ends it. */
export function scheduleJobs(deps: Deps): () => void {
  const timer = setInterval(() => void runJobs(deps), HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
