// The publishers, in their own process with lower priority than server and load generator: their phones are not the
// server's machine, and building 100 MB of bodies takes as much processor as receiving them.
// One message: `{ url, uploads }`, as `upload` takes them; the answer is the list of statuses.
import { constants, setPriority } from 'node:os';
import { upload } from './audio.mjs';

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', async ({ url, uploads }) => {
  process.send(await Promise.all(uploads.map((one) => upload(url, one))));
});
process.once('disconnect', () => process.exit(0));
