// The resumable protocol by hand: single calls, for tests of each answer.
import type { NewTransfer } from '../../../api/contract/transfers.ts';
import type { TransferState } from '../../../api/contract/uploads.ts';
import { type Client, capToken } from './publish.ts';
import type { WireReply } from './wire.ts';

export interface TransferReply extends WireReply {
  state: TransferState | undefined;
  /** The offset header, also on refusals. */
  offset: number | null;
}

async function ask(
  client: Client,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: BodyInit,
): Promise<TransferReply> {
  const reply = await fetch(`${client.url}/api/uploads${path}`, {
    method,
    headers: { ...(client.cookie ? { cookie: client.cookie } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await reply.text();
  const json = (text === '' ? { success: reply.ok } : JSON.parse(text)) as WireReply['json'];
  const offset = reply.headers.get('upload-offset');
  return {
    status: reply.status,
    headers: reply.headers,
    json,
    state: json.success ? (json.data as TransferState) : undefined,
    offset: offset === null ? null : Number(offset),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

export async function createTransfer(
  client: Client,
  bytes: Uint8Array,
  changes: Partial<NewTransfer> = {},
): Promise<TransferReply & { key: string }> {
  const wanted: NewTransfer = {
    uploadKey: crypto.randomUUID(),
    sizeBytes: bytes.length,
    capToken: changes.capToken ?? (await capToken(client, bytes)),
    ...changes,
  };
  const reply = await ask(client, 'POST', '', JSON_TYPE, JSON.stringify(wanted));
  return { ...reply, key: wanted.uploadKey };
}

export const readTransfer = (client: Client, key: string) => ask(client, 'GET', `/${key}`, {});
export const headTransfer = (client: Client, key: string) => ask(client, 'HEAD', `/${key}`, {});
export const deleteTransfer = (client: Client, key: string) => ask(client, 'DELETE', `/${key}`, {});

export const sendPiece = (client: Client, key: string, offset: number, piece: Uint8Array) =>
  ask(
    client,
    'PATCH',
    `/${key}`,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    new Uint8Array(piece),
  );

export const publishPieces = (client: Client, key: string, fields: Record<string, string> = {}) =>
  ask(client, 'POST', `/${key}`, JSON_TYPE, JSON.stringify({ title: 'In pieces', ...fields }));
