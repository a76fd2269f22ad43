// A free port of this machine.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port is not reserved, so the caller must bind it soon. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('a probe on TCP has a port');
  return address.port;
}

/** Below the ports that systems use for outgoing connections. */
const KEPT = /** @type {const} */ ([20_000, 32_000]);
const TRIES = 50;

/**
 * A port that no outgoing connection uses, for a server that restarts on its port or connects to its own parts before
 * all of them listen.
 */
export async function stablePort() {
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
