// Publishes and approves over plain HTTP, like a script, for tests that need a track.
import { createHash } from 'node:crypto';
import type { PowChallenge, UploadReply } from '../../../api/contract/uploads.ts';
import { checkDeclared } from '../rules/declared.ts';
import { solve } from './solve.ts';

/** A signed-in script: the cookie of its account. */
export interface Client {
  url: string;
  cookie: string;
}

async function post(client: Client, action: string, body: unknown): Promise<Response> {
  const reply = await fetch(`${client.url}/upload.php?action=${action}`, {
    method: 'POST',
    // Closes the connection: the server may close an idle one at the moment of the next request.
    headers: { 'content-type': 'application/json', cookie: client.cookie, connection: 'close' },
    body: JSON.stringify(body),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (cookie) client.cookie = cookie;
  return reply;
}

/** Calls an action and returns its `data`; throws the server's message. */
export async function callAction<T>(client: Client, action: string, body: unknown = {}): Promise<T> {
  const reply = await post(client, action, body);
  const json = (await reply.json()) as { success: boolean; data: T; error?: string };
  checkDeclared(action, json);
  if (!json.success) throw new Error(`${action}: ${reply.status} ${json.error}`);
  return json.data;
}

/** A visitor; the first write makes it a guest account. */
export const visitor = (url: string): Client => ({ url, cookie: '' });

/** Signs in with a password. */
export async function signIn(url: string, username: string, password: string): Promise<Client> {
  const client = visitor(url);
  await callAction(client, 'login', { username, password });
  return client;
}

/** Solves the proof of work for these bytes. */
export async function capToken(client: Client, bytes: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return solve(await callAction<PowChallenge>(client, 'getPowChallenge', { sha256, size: bytes.length }));
}

/** Uploads through the specified multipart POST. */
export async function publish(
  client: Client,
  bytes: Buffer,
  fields: { title: string; filename: string; type: string; claims?: Record<string, string> },
): Promise<UploadReply> {
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(bytes)], { type: fields.type }), fields.filename);
  form.set('title', fields.title);
  form.set('description', '');
  form.set('gender', 'Diverse');
  form.set('tags', JSON.stringify(['Soft']));
  form.set('requiresReview', 'false');
  for (const [name, value] of Object.entries(fields.claims ?? {})) form.set(name, value);
  form.set('capToken', await capToken(client, bytes));
  const reply = await fetch(`${client.url}/upload.php`, { method: 'POST', body: form });
  const json = (await reply.json()) as UploadReply;
  if (!json.success) throw new Error(`upload: ${reply.status} ${JSON.stringify(json)}`);
  return json;
}

/** Uploads a WAV under a random title; returns its address. */
export async function publishAudio(client: Client, bytes: Buffer): Promise<string> {
  const { data } = await publish(client, bytes, { title: 'Audio', filename: 'x.wav', type: 'audio/wav' });
  return data.url;
}
