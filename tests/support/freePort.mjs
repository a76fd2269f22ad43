// A port of this machine that nobody listens at.
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
