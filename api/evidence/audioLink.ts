// The link by which an admin hears the audio of a case that they have opened.
import type { Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import type { ServerKeys } from '../storage/serverKey.ts';
import { hearsSealed } from './policy.ts';
import { caseWithFile } from './queries.ts';
import { readSnapshot, sealedAudio } from './snapshot.ts';

/** Long enough to hear the longest recording once. */
const LINK_MS = 2 * 3600 * 1000;

type Keys = Pick<ServerKeys, 'pseudonym'>;

const signed = (keys: Keys, file: string, until: number, { tokenHash }: Viewer): string =>
  keys.pseudonym('evidenceAudio', `${file} ${until} ${tokenHash}`);

/** Plays in this session only, for `LINK_MS`. The caller notes the access in the audit log. */
export function audioLink(keys: Keys, file: string, viewer: Viewer, now: number): string {
  const until = now + LINK_MS;
  return `/audio/${file}?opened=${until}.${signed(keys, file, until, viewer)}`;
}

/** `opened`: of the link. Null unless an admin opened a case with this blob in this session. */
export async function openedAudio(
  { lookups, keys }: { lookups: Db; keys: Keys },
  { file, opened, viewer, now }: { file: string; opened: string; viewer: Viewer; now: number },
): Promise<{ mimeType: string } | null> {
  const until = Number(/^(\d{1,16})\./.exec(opened)?.[1] ?? 0);
  const isValid = until > now && opened === `${until}.${signed(keys, file, until, viewer)}`;
  if (!isValid || !hearsSealed(viewer)) return null;
  const row = await caseWithFile(lookups, file);
  const audio = row && sealedAudio(readSnapshot(row));
  return audio ? { mimeType: audio.mime_type } : null;
}
