// The specified multipart upload, with real byte progress. No credentials are needed: the capToken is the ticket.
// Larger files use the resumable upload (`transfer.ts`).
import type { FieldProblem } from '../../api/contract/errors.ts';
import { UPLOAD_FIELDS, type UploadField } from '../../api/contract/uploadForm.ts';
import type { UploadReply } from '../../api/contract/uploads.ts';
import { ApiError, readReply } from './client.ts';
import { type Wire, type WireAnswer, xhrWire } from './wire.ts';

/** Longest silence: sending pauses, or the server inspects the whole file. */
const PATIENCE_MS = 180_000;

export interface UploadRequest {
  file: Blob;
  fileName: string;
  fields: Record<UploadField, string>;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** Failures without a published track. */
export type UploadFailureKind =
  /** No answer, twice. */
  | 'unreachable'
  /**
   * An HTML page: from a proxy, or with a success status from the network (`captive_portal`), not from the server.
   */
  | 'html'
  /** Success status, but not the expected JSON. */
  | 'invalid_json'
  /** The server refused, with a message and, if it is our server, a code. */
  | 'refused'
  /** An error status with text. */
  | 'failed';

export class UploadError extends Error {
  override name = 'UploadError';
  readonly kind: UploadFailureKind;
  readonly status: number;
  /** The API's code when `refused`, or `captive_portal`. */
  readonly code: ApiError['code'] | null;
  /** The server's message, or the start of its reply. */
  readonly detail: string;
  /** Of a 422: the invalid field and its problem. */
  readonly at: FieldProblem | null;
  /** Requested wait before another try; null when the server gives none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: UploadFailureKind,
    status: number,
    code: ApiError['code'] | null,
    detail: string,
    at: FieldProblem | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(`${kind} (${status}): ${detail}`);
    this.retryAfterSeconds = retryAfterSeconds;
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.at = at;
  }
}

/**
 * Sends once, and once more when the network failed; because of `uploadKey` the second request is a repeat, not a
 * second track. Throws `UploadError`, or an `AbortError` when the signal fired.
 */
export async function sendUpload(
  request: UploadRequest,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
  wire: Wire = xhrWire,
): Promise<UploadReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(request, onProgress, signal, wire);
    } catch (error) {
      const again = error instanceof UploadError && error.kind === 'unreachable' && attempt === 0;
      if (!again || signal.aborted) throw error;
    }
  }
}

async function sendOnce(
  request: UploadRequest,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
  wire: Wire,
): Promise<UploadReply> {
  const form = new FormData();
  for (const name of UPLOAD_FIELDS) form.set(name, request.fields[name]);
  form.set('audio', request.file, request.fileName);
  const totalBytes = request.file.size;
  const answer = await wire({
    method: 'POST',
    url: '/upload.php',
    headers: {},
    body: form,
    signal,
    patienceMs: PATIENCE_MS,
    // The bytes sent include the form's own lines, which are not part of the file.
    onSent: (bytes) => onProgress({ sentBytes: Math.min(bytes, totalBytes), totalBytes }),
  });
  return readUploadReply(answer);
}

const SNIPPET_LENGTH = 120;

/** The reply, or its failure by the specified kinds. */
export function readUploadReply({ status, text, header }: WireAnswer): UploadReply {
  const fine = status >= 200 && status < 300;
  try {
    const { data } = readReply(status, text, header('Retry-After'));
    if (fine && isUploadData(data)) return JSON.parse(text) as UploadReply;
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'bad_reply') {
      const { code, detail, at, retryAfterSeconds } = error;
      const kind = code === 'captive_portal' ? 'html' : 'refused';
      throw new UploadError(kind, status, code, detail, at, retryAfterSeconds);
    }
  }
  const words = fine ? null : errorField(text);
  if (words !== null) throw new UploadError('refused', status, null, words);
  const snippet = text.trim().slice(0, SNIPPET_LENGTH);
  if (fine) throw new UploadError('invalid_json', status, null, snippet);
  if (status === 0) throw new UploadError('unreachable', 0, null, '');
  throw new UploadError(/^<(!doctype|html)/i.test(snippet) ? 'html' : 'failed', status, null, snippet);
}

/** The `error` of a JSON reply without one of our codes, as from a proxy; else null. */
function errorField(text: string): string | null {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown };
    return typeof error === 'string' && error.trim() !== '' ? error.trim().slice(0, SNIPPET_LENGTH) : null;
  } catch {
    return null;
  }
}

function isUploadData(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'uploadId' in value;
}
