// Raw calls for tests of statuses and codes. Checks every answer against its declaration.
import type { ErrorCode, FieldIssue } from '../../../api/contract/errors.ts';
import { checkDeclared } from '../rules/declared.ts';
import type { Client } from './publish.ts';

export interface WireReply {
  status: number;
  headers: Headers;
  /** The whole envelope. */
  json: {
    success: boolean;
    data?: unknown;
    error?: string;
    code?: ErrorCode;
    field?: string;
    issue?: FieldIssue;
    [extra: string]: unknown;
  };
}

async function readReply(reply: Response, action: string): Promise<WireReply> {
  const json = (await reply.json()) as WireReply['json'];
  checkDeclared(action, json);
  if (reply.status === 422 && !(json.field && json.issue))
    throw new Error(`${action}: a 422 without its field`);
  return { status: reply.status, headers: reply.headers, json };
}

/** POST of an action; the client's cookie is sent and kept. */
export async function post(
  client: Client,
  action: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<WireReply> {
  const reply = await fetch(`${client.url}/upload.php?action=${action}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(client.cookie ? { cookie: client.cookie } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (cookie) client.cookie = cookie;
  return readReply(reply, action);
}

export async function get(
  client: Client,
  action: string,
  query: Record<string, string> = {},
): Promise<WireReply> {
  const search = new URLSearchParams({ action, ...query });
  const reply = await fetch(`${client.url}/upload.php?${search}`, {
    headers: client.cookie ? { cookie: client.cookie } : {},
  });
  return readReply(reply, action);
}

/** Sends the specified multipart POST with exactly these parts. */
export async function upload(
  url: string,
  fields: Record<string, string>,
  file?: { bytes: Uint8Array; name?: string; type?: string },
): Promise<WireReply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) {
    const blob = new Blob([new Uint8Array(file.bytes)], { type: file.type ?? 'audio/wav' });
    form.set('audio', blob, file.name ?? 'take.wav');
  }
  // Its own connection: the server may have closed an idle one while the ticket was solved.
  const headers = { connection: 'close' };
  return readReply(await fetch(`${url}/upload.php`, { method: 'POST', headers, body: form }), 'upload');
}
