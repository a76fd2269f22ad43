// The resumable upload (api/contract/transfers.ts): a lost connection costs the bytes in flight, not the file. After
// a reload the same upload key finds the transfer again, without a new ticket.
import {
  COMPLETE_HEADER,
  KEY_HEADER,
  LENGTH_HEADER,
  OFFSET_HEADER,
  PIECE_TYPE,
  TICKET_HEADER,
  TRANSFERS_PATH,
} from '../../api/contract/transfers.ts';
import type { TransferState, UploadReply } from '../../api/contract/uploads.ts';
import { ApiError, readReply } from './client.ts';
import { readUploadReply, UploadError, type UploadProgress, type UploadRequest } from './upload.ts';
import { type Wire, type WireAnswer, xhrWire } from './wire.ts';

/** Size of one request, the most that a lost connection can cost: buffers on the way, a proxy that buffers bodies. */
const PIECE_BYTES = 2 * 1024 * 1024;
/** Waits after consecutive failures (Uppy's list); any answer restarts the list. */
const RETRY_WAITS_MS = [100, 1000, 3000, 5000];
/** Longest silence during a piece or a status request. */
const PATIENCE_MS = 20_000;
/** Longest silence while the server inspects the whole file. */
const PUBLISH_PATIENCE_MS = 180_000;
/** Upper limit of a wait that the server requests. */
const LONGEST_WAIT_MS = 15_000;
/** Failures that another try may avoid; 0 is no answer at all. */
const TRANSIENT = new Set([0, 408, 425, 500, 502, 503, 504]);

export interface TransferRequest extends Omit<UploadRequest, 'fields'> {
  fields: Omit<UploadRequest['fields'], 'capToken'>;
  /** Called when a transfer must be opened; not when one is found. */
  ticket(): Promise<string>;
  /** False when this key was never sent: skips asking the server for its transfer. Default true. */
  wasOpened?: boolean;
  /** The server has a transfer of this key from now on. */
  onOpened?(): void;
}

/** The server has no transfers: an older one, or a proxy that allows only GET and POST of the page. */
export class NoTransfersError extends Error {
  override name = 'NoTransfersError';
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

const askedWaitMs = (answer: WireAnswer) => Number(answer.header('Retry-After') ?? 0) * 1000;

function isTransient(answer: WireAnswer): boolean {
  // Our earlier request still runs, or the offset has moved.
  if (answer.status === 409) return /"code":"(conflict|wrong_offset)"/.test(answer.text);
  if (answer.status === 429) return askedWaitMs(answer) <= LONGEST_WAIT_MS;
  return TRANSIENT.has(answer.status);
}

function refusal(answer: WireAnswer): UploadError {
  try {
    readUploadReply(answer);
  } catch (error) {
    if (error instanceof UploadError) return error;
  }
  return new UploadError('failed', answer.status, null, '');
}

/**
 * The server's state of a transfer. Null when it has none of this key, or does not know this visitor, who then cannot
 * have opened one: the ticket makes the session. Throws `UploadError`.
 */
function readState(answer: WireAnswer): TransferState | null {
  try {
    return readReply(answer.status, answer.text, answer.header('Retry-After')).data as TransferState;
  } catch (error) {
    const isUnknown = error instanceof ApiError && /^not_(found|signed_in)$/.test(error.code);
    if (isUnknown) return null;
    throw refusal(answer);
  }
}

/** Throws `UploadError`, `NoTransfersError`, errors of `ticket`, or an `AbortError` when the signal fired. */
export async function sendTransfer(
  request: TransferRequest,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
  { wire = xhrWire, patienceMs = PATIENCE_MS }: { wire?: Wire; patienceMs?: number } = {},
): Promise<UploadReply> {
  const totalBytes = request.file.size;
  const url = `${TRANSFERS_PATH}/${request.fields.uploadKey}`;
  let failures = 0;
  let reopened = false;

  async function rest(answer: WireAnswer): Promise<void> {
    const wait = RETRY_WAITS_MS[failures++];
    if (wait === undefined) throw refusal(answer);
    await sleep(Math.max(wait, Math.min(askedWaitMs(answer), LONGEST_WAIT_MS)), signal);
  }

  /** Repeats a request after a wait, as long as the failure may be temporary. */
  async function persist(once: () => Promise<WireAnswer>): Promise<WireAnswer> {
    for (;;) {
      signal.throwIfAborted();
      const answer = await once();
      if (!isTransient(answer)) return answer;
      await rest(answer);
    }
  }
  const ask = (
    method: string,
    path: string,
    body: string | null,
    headers: Record<string, string> = {},
    patience = patienceMs,
  ) => {
    const quiet = { signal, patienceMs: patience, onSent: () => {} };
    return persist(() => wire({ method, url: path, headers, body, ...quiet }));
  };

  async function open(): Promise<TransferState> {
    const answer = await ask('POST', TRANSFERS_PATH, null, {
      [COMPLETE_HEADER]: '?0',
      [LENGTH_HEADER]: String(totalBytes),
      [KEY_HEADER]: request.fields.uploadKey,
      [TICKET_HEADER]: await request.ticket(),
    });
    const isMissing = answer.status === 404 || answer.status === 405 || answer.status === 501;
    if (isMissing) throw new NoTransfersError();
    const state = readState(answer);
    if (!state) throw refusal(answer);
    request.onOpened?.();
    return state;
  }

  /** Sends one piece from the server's offset; answers the new one, or null when the server must be asked. */
  async function append({ offset }: TransferState): Promise<TransferState | null> {
    const end = Math.min(offset + PIECE_BYTES, totalBytes);
    const answer = await wire({
      method: 'PATCH',
      url,
      headers: {
        'content-type': PIECE_TYPE,
        [OFFSET_HEADER]: String(offset),
        [COMPLETE_HEADER]: end === totalBytes ? '?1' : '?0',
      },
      body: request.file.slice(offset, end),
      signal,
      patienceMs,
      onSent: (bytes) => onProgress({ sentBytes: Math.min(offset + bytes, end), totalBytes }),
    });
    if (!isTransient(answer)) return readState(answer);
    await rest(answer);
    return null;
  }

  const readServerState = async () => readState(await ask('GET', url, null));
  let state = (request.wasOpened === false ? null : await readServerState()) ?? (await open());
  while (state.offset < totalBytes && state.expiresAt !== null) {
    onProgress({ sentBytes: state.offset, totalBytes });
    const before = state.offset;
    const known = (await append(state)) ?? (await readServerState());
    // After a long pause the server may have deleted the transfer: restart from the first byte, once.
    const after = known ?? (reopened ? null : await open());
    if (!after) throw new UploadError('failed', 404, 'not_found', '');
    if (!known) reopened = true;
    if (after.offset > before) failures = 0;
    state = after;
  }
  const { uploadKey: _key, ...fields } = request.fields;
  const body = JSON.stringify({ ...fields, originalName: request.fileName });
  const json = { 'content-type': 'application/json' };
  const published = await ask('POST', url, body, json, PUBLISH_PATIENCE_MS);
  return readUploadReply(published);
}
