// The app's document for any of its routes: the server's newest where it answers at once, otherwise the one kept here. A
// weak line or none never keeps anybody before an empty screen.
import { type Build, keptDocument } from './shelf.ts';

/** Longer than a good line needs for a document of 2 kB, too short to be felt as waiting. */
const PATIENCE_MS = 400;

/** `fresh` is on its way already. */
export async function openDocument(build: Build, path: string, fresh: Promise<Response>): Promise<Response> {
  const usable = fresh.then((answer) => (answer.status >= 500 ? undefined : answer)).catch(() => undefined);
  const kept = await keptDocument(build, path);
  if (!kept) return fresh;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return (await Promise.race([usable, late])) ?? kept;
}
