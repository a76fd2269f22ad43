// A port of this machine that nobody listens at.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whoever binds it first has it: a caller that starts a server soon does. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('a probe on TCP has a port');
  return address.port;
}

/** Below those that systems give to outgoing connections. */
const KEPT = /** @type {const} */ ([20_000, 32_000]);
const TRIES = 50;

/**
 * One that no outgoing connection is given, either: for a server that comes back to its port, or that connects to its own
 * parts before all of them listen.
 */
export async function keptPort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(KEPT[0], KEPT[1]);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
}
