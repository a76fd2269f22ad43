// Removed sound is recognised in a new upload, with any tags and from any account.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { EvidenceCaseView } from '../../api/contract/evidence.ts';
import type { ReportCategory } from '../../api/contract/reportCategories.ts';
import type { DecisionView } from '../../api/contract/reports.ts';
import { CONSENT_VERSION } from '../../api/contract/uploadForm.ts';
import type { OwnUploadView, PendingUploadView, UploadData } from '../../api/contract/uploads.ts';
import { ledgerAfter } from '../../api/db/ledger.ts';
import { replayLedger } from '../../api/jobs/replay.ts';
import { eraseAccount } from '../../api/profiles/erase.ts';
import { ask } from '../support/audio/ffmpeg.ts';
import { PASSWORD, withPassword } from '../support/server/accessTable.ts';
import { type Actor, actor } from '../support/server/actors.ts';
import { callAction, capToken, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get, upload } from '../support/server/wire.ts';

const app = await createTestApp();
const moderator = await actor(app, 'moderator');
/** Another moderator, whose session is new: each sent file takes a day. */
const other = () => actor(app, 'moderator');
const admin = await withPassword(app, await actor(app, 'admin'));
afterAll(() => app.close());

const DAY_MS = 24 * 3600 * 1000;
let pitch = 200;
/** An MP3 that no other test has. */
const sound = () => {
  pitch += 7;
  return ask('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `sine=frequency=${pitch}:duration=6`],
    ...['-c:a', 'libmp3lame', '-b:a', '64k', '-id3v2_version', '0', '-f', 'mp3', '-'],
  ]);
};

/** The same frames behind an ID3v2 tag with a title. */
function tagged(mp3: Buffer, title: string): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(title, 'latin1')]);
  const frame = Buffer.alloc(10);
  frame.write('TIT2');
  frame.writeUInt32BE(text.length, 4);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length + text.length]);
  return Buffer.concat([header, frame, text, mp3]);
}

/** Sent on a day of its own, so that no limit flags it. */
async function send(person: Actor, bytes: Buffer): Promise<UploadData> {
  app.advance(DAY_MS);
  const reply = await upload(
    app.url,
    { capToken: await capToken(person, bytes), title: 'Heard before' },
    { bytes, name: 'x.mp3', type: 'audio/mpeg' },
  );
  expect(reply.json.error).toBeUndefined();
  return reply.json.data as UploadData;
}
const sent = async (bytes: Buffer) => send(await actor(app, 'user'), bytes);
const reject = (uploadId: string, category?: ReportCategory) =>
  callAction(moderator, 'rejectUpload', {
    uploadId,
    version: 1,
    reason: 'No',
    ...(category && { category }),
  });
const rowOf = async (uploadId: string, by: Actor = moderator) =>
  ((await get(by, 'getPendingUploads')).json.data as PendingUploadView[]).find(
    (row) => row.uploadId === uploadId,
  );
async function withAutoApprove<T>(work: () => Promise<T>): Promise<T> {
  await callAction(admin, 'setAutoApproveStatus', { status: true });
  try {
    return await work();
  } finally {
    await callAction(admin, 'setAutoApproveStatus', { status: false });
  }
}
/** An upload that was rejected, and its bytes. */
async function rejected(category?: ReportCategory) {
  const bytes = sound();
  const person = await actor(app, 'user');
  const { uploadId } = await send(person, bytes);
  await reject(uploadId, category);
  return { bytes, person, uploadId };
}

test('auto-approve publishes new sound', async () => {
  expect(await withAutoApprove(() => sent(sound()))).toMatchObject({ autoApproved: true });
});

test.each(['minor', 'consent'] as const)(
  'sound rejected as %s is held with auto-approve on, from another account and with one more tag',
  async (category) => {
    const { bytes } = await rejected(category);
    const removedOn = new Date(app.deps.now()).toISOString().slice(0, 10);
    const again = await withAutoApprove(() => sent(tagged(bytes, 'A new title')));
    expect(again).toMatchObject({ autoApproved: false, trackId: null });
    const row = await rowOf(again.uploadId);
    expect(row).toMatchObject({ flags: ['known'], review: { tier: 'hard', match: { category, url: null } } });
    expect(row?.review?.match?.removedAt.slice(0, 10)).toBe(removedOn);
  },
);

/** The owner says that a second person agreed, and withdraws that with the link. */
async function withdrawConsents(owner: Actor, uploads: readonly UploadData[]): Promise<void> {
  for (const { uploadId } of uploads) {
    const track = { id: uploadId, gender: 'Couple', consentVersion: CONSENT_VERSION };
    await callAction(owner, 'addTrack', { track });
    const { token } = await callAction<{ token: string }>(owner, 'createConsentLink', {
      recordingId: uploadId,
    });
    await callAction(visitor(app.url), 'withdrawConsent', { token });
  }
}

test.each(['withdrawUpload', 'withdrawConsent', 'deleteAccount'] as const)(
  'sound rejected as minor, and sound left to an admin, stays as evidence when its owner takes it away by %s',
  async (action) => {
    const { bytes } = await rejected('minor');
    const next = await actor(app, 'guest');
    const again = await send(next, tagged(bytes, 'Again'));
    const escalated = await send(next, sound());
    await callAction(moderator, 'escalateUpload', { uploadId: escalated.uploadId, note: 'Two voices' });
    const harmless = await send(next, sound());
    const all = [again, escalated, harmless];
    if (action === 'withdrawUpload')
      for (const { uploadId } of all) await callAction(next, action, { uploadId });
    else if (action === 'withdrawConsent') await withdrawConsents(next, all);
    else await callAction(next, action, {});
    const evidence = (await get(admin, 'getEvidenceCases')).json.data as EvidenceCaseView[];
    const caseOf = ({ uploadId }: UploadData) => evidence.find(({ subjectId }) => subjectId === uploadId);
    for (const sent of [again, escalated])
      expect(caseOf(sent)).toMatchObject({ cause: 'held', isGone: true });
    expect(caseOf(harmless)).toBeUndefined();
    const kept = async ({ url }: UploadData) =>
      (await app.deps.blobs.stat(url.replace('/audio/', ''))) !== null;
    expect(await Promise.all(all.map(kept))).toEqual([true, true, false]);
  },
);

test('also reviews a trusted uploader’s copy, without saying why', async () => {
  const { bytes } = await rejected('minor');
  const trusted = await actor(app, 'user');
  await callAction(admin, 'setUploaderTrust', { userId: trusted.accountId, trust: 'trusted' });
  expect(await send(trusted, sound())).toMatchObject({ autoApproved: true });
  const reply = await send(trusted, tagged(bytes, 'Mine'));
  expect(reply).toMatchObject({ autoApproved: false, flags: [] });
  expect(reply.reason).not.toContain('entfernt');
  const own = (await get(trusted, 'getMyUploads')).json.data as OwnUploadView[];
  expect(own).toMatchObject([{ uploadId: reply.uploadId, flags: [] }]);
  expect(await rowOf(reply.uploadId, trusted)).toMatchObject({ flags: [], review: null });
});

test('sound rejected for another reason is flagged, with the removed audio while it can be appealed', async () => {
  const { bytes, uploadId } = await rejected();
  const again = await sent(tagged(bytes, 'Again'));
  const row = await rowOf(again.uploadId);
  expect(row).toMatchObject({ flags: ['known'], review: { tier: 'soft', match: { category: null } } });
  const { file } = await app.deps.db
    .selectFrom('uploads')
    .select('file')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  expect(row?.review?.match?.url).toContain(file);
  const audio = await fetch(`${app.url}${row?.review?.match?.url}`, {
    headers: { cookie: moderator.cookie },
  });
  expect(audio.status).toBe(200);
});

/** MP4 that can be written forward. */
const FRAGMENTS = ['-movflags', 'frag_keyframe+empty_moov'];

test.each([
  ['MP3 without the frame that counts the others', 'libmp3lame', 'mp3', ['-write_xing', '0', '-f', 'mp3']],
  ['AAC out of its MP4', 'aac', 'ipod', ['-f', 'adts']],
  ['AAC in a fragmented MP4', 'aac', 'ipod', [...FRAGMENTS, '-f', 'mp4']],
  ['Opus out of WebM in Ogg', 'libopus', 'webm', ['-f', 'ogg']],
  ['Opus out of Ogg in WebM', 'libopus', 'ogg', ['-f', 'webm']],
  ['Opus out of WebM in MP4', 'libopus', 'webm', [...FRAGMENTS, '-f', 'mp4']],
  ['Vorbis out of WebM in Ogg', 'libvorbis', 'webm', ['-f', 'ogg']],
  ['FLAC out of Ogg', 'flac', 'ogg', ['-f', 'flac']],
] as const)('recognises the same packets: %s', async (_what, codec, format, other) => {
  const folder = await mkdtemp(join(tmpdir(), 'aural-known-'));
  try {
    const file = join(folder, 'sound');
    ask('ffmpeg', ['-v', 'error', '-i', '-', '-c:a', codec, '-f', format, file], sound());
    const again = ask('ffmpeg', ['-v', 'error', '-i', file, '-c', 'copy', ...other, '-']);
    const bytes = await readFile(file);
    expect(again.equals(bytes)).toBe(false);
    await reject((await sent(bytes)).uploadId, 'minor');
    const upload = await withAutoApprove(() => sent(again));
    expect(await rowOf(upload.uploadId)).toMatchObject({ review: { match: { category: 'minor' } } });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a file with one more tag counts as the same', async () => {
  const bytes = sound();
  await sent(bytes);
  const second = await sent(tagged(bytes, 'Second'));
  expect(await rowOf(second.uploadId)).toMatchObject({ duplicateCount: 1, review: { match: null } });
});

/** Each way for staff to remove a published recording. */
const REMOVALS: Record<string, (track: { trackId: string; person: Actor }) => Promise<unknown>> = {
  'after a report': async ({ trackId }) => {
    const report = { trackId, category: 'minor' };
    const { id: reportId } = await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
      report,
    });
    return callAction(moderator, 'updateReportStatus', {
      reportId,
      status: 'resolved',
      outcome: 'removed',
      ruleId: 'other',
    });
  },
  'by a moderator': ({ trackId }) => callAction(moderator, 'deleteTrack', { trackId, reason: 'Spam' }),
  'by a moderator under an urgent rule': ({ trackId }) =>
    callAction(moderator, 'deleteTrack', { trackId, ruleId: 'adults' }),
  'by an admin': ({ person }) =>
    callAction(admin, 'forceDeleteTrack', {
      trackTitle: 'Heard before',
      username: person.username,
      ruleId: 'other',
      reason: 'Spam',
      password: PASSWORD,
    }),
};

/** A published recording. */
async function published() {
  const bytes = sound();
  const person = await actor(app, 'user');
  const { trackId } = await withAutoApprove(() => send(person, bytes));
  if (trackId === null) throw new Error('it waits');
  return { bytes, person, trackId };
}

test.each(Object.entries(REMOVALS))('a recording removed %s is recognised', async (way, remove) => {
  const track = await published();
  await remove(track);
  const again = await sent(tagged(track.bytes, 'Again'));
  const row = await rowOf(again.uploadId);
  const isUrgent = way === 'after a report' || way === 'by a moderator under an urgent rule';
  expect(row?.review).toMatchObject({
    tier: isUrgent ? 'hard' : 'soft',
    match: { category: isUrgent ? 'minor' : null },
  });
  expect(row?.review?.match?.url).toMatch(/^\/audio\//);
  const sealed = { subject: 'track', subjectId: track.trackId };
  const { data } = (await get(admin, 'findEvidence', sealed)).json;
  expect(data).toEqual(isUrgent ? expect.objectContaining({ cause: 'removed', ...sealed }) : null);
});

test('a report that is decided after the removal gives the graver reason', async () => {
  const track = await published();
  const send = async (category: ReportCategory) =>
    (
      await callAction<{ id: string }>(await actor(app, 'user'), 'addReport', {
        report: { trackId: track.trackId, category },
      })
    ).id;
  const decide = (reportId: string) =>
    callAction(moderator, 'updateReportStatus', {
      reportId,
      status: 'resolved',
      outcome: 'removed',
      ruleId: 'other',
    });
  const [spam, minor] = [await send('spam'), await send('minor')];
  await decide(spam);
  const open = await app.deps.db.selectFrom('reports').select('status').where('id', '=', minor).execute();
  if (open[0]?.status !== 'resolved') await decide(minor);
  const again = await withAutoApprove(() => sent(track.bytes));
  expect(await rowOf(again.uploadId)).toMatchObject({ review: { match: { category: 'minor' } } });
});

test.each(['a recording', 'an upload'])(
  'an accepted appeal makes the sound of %s unknown again',
  async (what) => {
    const bytes = sound();
    const person = await actor(app, 'user');
    let decisionId: string;
    if (what === 'an upload') {
      const { uploadId } = await send(person, bytes);
      await reject(uploadId);
      decisionId = (await callAction<DecisionView>(person, 'appealRejection', { uploadId, appeal: 'Please' }))
        .id;
    } else {
      const { trackId } = await withAutoApprove(() => send(person, bytes));
      await callAction(moderator, 'deleteTrack', { trackId, reason: 'Spam' });
      const [decision] = (await get(person, 'getDecisions')).json.data as DecisionView[];
      decisionId = decision?.id ?? '';
      await callAction(person, 'appealDecision', { decisionId, appeal: 'Please' });
    }
    const before = await sent(tagged(bytes, 'Before'));
    expect((await rowOf(before.uploadId))?.review?.match).not.toBeNull();
    await callAction(await other(), 'answerAppeal', {
      reportId: decisionId,
      outcome: 'accepted',
      answer: 'Yes',
    });
    expect((await rowOf(before.uploadId))?.review?.match).toBeNull();
    const after = await sent(tagged(bytes, 'After'));
    expect((await rowOf(after.uploadId))?.flags).not.toContain('known');
  },
);

test('keeps only the hash of an erased account', async () => {
  const { bytes, person, uploadId } = await rejected('minor');
  const track = await published();
  await callAction(moderator, 'deleteTrack', { trackId: track.trackId, reason: 'Spam' });
  for (const { accountId } of [person, track.person])
    await app.deps.db.transaction().execute((tx) => eraseAccount(tx, accountId, app.deps.now()));
  const rows = JSON.stringify(await app.deps.db.selectFrom('known_material').selectAll().execute());
  for (const id of [uploadId, track.trackId, person.accountId, track.person.accountId])
    expect(rows).not.toContain(id);
  const ledger = await ledgerAfter(app.deps.db, 0);
  for (const { detail } of ledger.filter(({ kind }) => kind === 'materialKnown'))
    expect(Object.keys(detail).sort()).toEqual(['category', 'since', 'sound_key', 'subject']);
  const again = await withAutoApprove(() => sent(bytes));
  expect(await rowOf(again.uploadId)).toMatchObject({ review: { match: { category: 'minor', url: null } } });
});

test('a restored backup knows sound removed since, and forgets sound released since', async () => {
  const { bytes } = await rejected('minor');
  const released = await rejected();
  const { id } = await callAction<DecisionView>(released.person, 'appealRejection', {
    uploadId: released.uploadId,
    appeal: 'Please',
  });
  await callAction(await other(), 'answerAppeal', { reportId: id, outcome: 'accepted', answer: 'Yes' });
  const entries = (await ledgerAfter(app.deps.db, 0)).map(({ position: _, ...entry }) => entry);
  const keysOf = async (of: TestApp) =>
    (await of.deps.db.selectFrom('known_material').select(['sound_key', 'category']).execute())
      .map(({ sound_key: key, category }) => `${key} ${category}`)
      .sort();
  const restored = await createTestApp();
  try {
    await restored.deps.db.transaction().execute((tx) => replayLedger(tx, entries));
    expect(await keysOf(restored)).toEqual(await keysOf(app));
    await restored.deps.db.transaction().execute((tx) => replayLedger(tx, entries));
    expect(await keysOf(restored)).toEqual(await keysOf(app));
  } finally {
    await restored.close();
  }
  expect(await withAutoApprove(() => sent(bytes))).toMatchObject({ autoApproved: false });
});

test('a visitor without an account is recognised as well', async () => {
  const { bytes } = await rejected('consent');
  const guest = { ...visitor(app.url), accountId: '', username: '' };
  expect(await withAutoApprove(() => send(guest, tagged(bytes, 'Guest')))).toMatchObject({
    autoApproved: false,
  });
});
