// The server's word about a resumable upload.
import * as z from 'zod/mini';
import { isoTime } from '../text.ts';

/** `data` of every answer about a transfer. */
export const transferState = z.strictObject({
  uploadKey: z.string(),
  sizeBytes: z.number(),
  /** Bytes the server holds durably; the next PATCH starts there. */
  offset: z.number(),
  /** Time after which an unfinished transfer is removed; every PATCH moves it. Null once published. */
  expiresAt: z.nullable(isoTime),
});
export type TransferState = z.output<typeof transferState>;
