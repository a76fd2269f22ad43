// On a real server: an admin holds a reported recording and a waiting upload, opens the sealed case after its owner deleted the
// recording, hears it, extends the hold and saves everything as one archive.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { publishTrack } from '../published.ts';
import { holds, pictures } from '../screens.ts';

const stage = ownStage();
const REASON = 'Letter of the police, file 12';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function enter(page: Page, place: string): Promise<void> {
  await page.goto(`/admin${place}`);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await button(page, 'Sign in').click();
  await expect(button(page, 'Sign out')).toBeVisible();
}

/** Holds the open item, with a reason. */
async function hold(page: Page): Promise<void> {
  await button(page, 'Hold as evidence').click();
  const question = page.getByRole('dialog', { name: 'Hold this as evidence?' });
  await question.getByLabel('Reason').fill(REASON);
  await question.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^Held as evidence until/)).toBeVisible();
}

/** Answers the question of a case. */
async function answer(page: Page, title: string, confirm: string, password: string | null): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question.getByLabel('Reason').fill(REASON);
  if (password !== null) await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: confirm, exact: true }).click();
}

test('an admin holds, opens, hears, extends and exports a recording that its owner deleted', async ({
  browser,
}) => {
  const recording = await publishTrack(stage, 'Sealed words');
  const reporter = visitor(stage.server.url);
  const report = { type: 'recording', trackId: recording.id, category: 'privacy', atSeconds: 2 };
  await callAction(reporter, 'addReport', { report: { ...report, reason: 'My street is named' } });
  const { page, errors } = await phone(browser, stage.server);

  await enter(page, '?tab=evidence');
  await expect(page.getByText('No evidence is held')).toBeVisible();
  await holds(page, 'nothing is held');

  await page.getByRole('tab', { name: 'Reports' }).click();
  await button(page, /^Open the report about/).click();
  await expect(button(page, 'Hold as evidence')).toBeEnabled();
  await holds(page, 'a report that can be held');
  await hold(page);
  await pictures(page, 'a held report');
  await button(page, 'Close').click();
  await callAction(recording.owner, 'deleteTrack', { trackId: recording.id });

  await page.getByRole('tab', { name: 'Evidence' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Held by an admin' });
  await expect(row).toContainText('Only sealed');
  await expect(page.getByText('Sealed words')).toHaveCount(0);
  await holds(page, 'one case');

  await button(page, /^Open case/).click();
  await pictures(page, 'the question before opening');
  await answer(page, 'Open this case?', 'Open', 'wrong password');
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await answer(page, 'Open this case?', 'Open', ADMIN.password);
  const opened = page.getByRole('dialog', { name: /^Case / });
  await expect(opened.getByText('Sealed words').first()).toBeVisible();
  await expect(opened.getByText('My street is named')).toBeVisible();
  await holds(page, 'an opened case');
  await opened.getByRole('button', { name: 'Play muffled' }).click();
  await expect(opened.getByText(/^0:0[3-9] \/ 0:08$/)).toBeVisible();
  await opened.getByRole('button', { name: 'Close' }).click();

  await button(page, /^Extend case/).click();
  await page.getByLabel('Days').fill('300');
  await pictures(page, 'the question before extending');
  const before = await row.getByRole('cell').filter({ hasText: 'Held until' }).innerText();
  await answer(page, 'Extend the hold', 'Extend', null);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row.getByRole('cell').filter({ hasText: 'Held until' })).not.toHaveText(before);

  await button(page, /^Export case/).click();
  await pictures(page, 'the question before exporting');
  const download = page.waitForEvent('download');
  await answer(page, 'Export this case?', 'Export', ADMIN.password);
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^aural-evidence-[0-9a-f-]{36}\.zip$/);
  const folder = join(stage.scratch, 'case');
  execFileSync('python3', [
    '-c',
    'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])',
    await saved.path(),
    folder,
  ]);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const names = sums.map((line) => line.split('  ')[1] ?? '');
  expect(readdirSync(folder).sort()).toEqual([...names, 'SHA256SUMS'].sort());
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    const content = readFileSync(join(folder, name));
    expect(createHash('sha256').update(content).digest('hex'), name).toBe(sum);
  }
  expect(names[0]).toMatch(/^audio-[0-9a-f]{32}\.wav$/);
  const sealed = readFileSync(join(folder, 'case.json'), 'utf8');
  for (const words of ['Sealed words', 'My street is named']) expect(sealed).toContain(words);
  const audit = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8')) as { action: string }[];
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['holdEvidence', 'getEvidence', 'extendEvidence', 'exportEvidence']),
  );
  // The browser logs each failed request: the wrong password.
  expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
});

test('an admin holds an upload from the queue, and sees that it is held', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  const owner = visitor(stage.server.url);
  const sound = Buffer.from(writeWav({ sampleRate: 8000, channels: [voice(6, 8000)] }));
  await publish(owner, sound, { title: 'Waiting words', filename: 'a.wav', type: 'audio/wav' });
  await enter(page, '?tab=queue');
  await page.getByRole('article', { name: 'Waiting words' }).getByRole('button').last().click();
  await expect(button(page, 'Hold as evidence')).toBeEnabled();
  await pictures(page, 'an upload that can be held');
  await hold(page);
  await pictures(page, 'a held upload');
  await page.goto('/admin?tab=evidence');
  await expect(page.getByRole('row').filter({ hasText: 'Upload' })).toContainText('Not deleted');
  expect(errors).toEqual([]);
});
