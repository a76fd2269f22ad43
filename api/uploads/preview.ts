// The preview of an upload as it is kept: made by the engine from the stored bytes, never from what a client says.
import type { InspectedAudio } from '../inspect/inspector.ts';

/** As JSON of `contract/uploads.ts`; null where there is nothing to hear. At most about 1 kB. */
export const writePreview = ({ spans, heat }: InspectedAudio['preview']): string | null =>
  spans.length === 0 ? null : JSON.stringify({ spans, heat: [...heat] });
