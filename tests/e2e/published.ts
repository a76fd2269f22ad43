// Publishes a recording over plain HTTP, for journeys that start with listening.
import type { TrackView } from '../../api/contract/tracks.ts';
import { writeWav } from '../support/audio/wav.ts';
import { type Client, callAction, publish, signIn, visitor } from '../support/server/publish.ts';
import { voice } from '../support/server/voice.ts';
import { ADMIN, type Stage } from './journey.ts';

const RATE = 8000;
let serial = 0;

export interface Published {
  id: string;
  title: string;
  owner: Client;
}

/** The answer of a read action to this caller. */
export async function readAs<T>(
  client: Client,
  action: string,
  query: Record<string, string> = {},
): Promise<T> {
  const reply = await fetch(`${client.url}/upload.php?${new URLSearchParams({ action, ...query })}`, {
    headers: client.cookie ? { cookie: client.cookie } : {},
  });
  return ((await reply.json()) as { data: T }).data;
}

/** A new account uploads `seconds` of a unique voice, and the moderator approves it. */
export async function publishTrack({ server }: Stage, title: string, seconds = 8): Promise<Published> {
  const owner = visitor(server.url);
  const samples = voice(seconds, RATE);
  serial++;
  for (let bit = 0; bit < 16; bit++) samples[samples.length - 1 - bit] = (serial >> bit) & 1 ? 0.1 : -0.1;
  const bytes = Buffer.from(writeWav({ sampleRate: RATE, channels: [samples] }));
  const { data } = await publish(owner, bytes, { title, filename: 'a.wav', type: 'audio/wav' });
  const moderator = await signIn(server.url, ADMIN.username, ADMIN.password);
  const { id } = await callAction<TrackView>(moderator, 'approveUpload', {
    uploadId: data.uploadId,
    version: 1,
  });
  return { id, title, owner };
}
