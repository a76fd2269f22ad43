// The preview of an upload as it is kept: made by the engine from the stored bytes, never from what a client says.
import { type UploadPreview, uploadPreview } from '../contract/views/uploads.ts';
import { jsonObject } from '../db/json.ts';
import type { InspectedAudio } from '../inspect/inspector.ts';

/** As JSON; null where there is nothing to hear. At most about 1 kB. */
export function writePreview({ spans, heat }: InspectedAudio['preview']): string | null {
  return spans.length === 0 ? null : JSON.stringify({ spans, heat: [...heat] } satisfies UploadPreview);
}

/** What `writePreview` wrote; null for anything else. */
export function readPreview(json: string | null): UploadPreview | null {
  const read = json === null ? null : uploadPreview.safeParse(jsonObject(json));
  return read?.success ? read.data : null;
}
