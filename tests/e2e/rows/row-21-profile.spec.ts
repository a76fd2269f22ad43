// On the real server: one profile by id and name, numbers that equal the rows, own pending recordings, and no editing of
// others; at phone and desktop size.
import { expect, test } from 'playwright/test';
import { callAction } from '../../support/server/publish.ts';
import { get } from '../../support/server/wire.ts';
import { ownStage, phone } from '../journey.ts';
import { live, type Member, member, moderator, phoneOf, send } from '../profileSteps.ts';
import { holds } from '../screens.ts';

const stage = ownStage();
let owl: Member;
let fan: Member;
let first: string;
test.beforeAll(async () => {
  owl = await member(stage, 'Row21_owl');
  fan = await member(stage, 'Row21_fan');
  first = await live(stage, owl, 'Letters at the window');
  await live(stage, owl, 'Before you fall asleep');
  await callAction(fan, 'addLike', { like: { trackId: first } });
  await callAction(fan, 'incrementPlay', { trackId: first });
});

test('id and name open the same profile with the right sums, read-only (row 21)', async ({ browser }) => {
  const { page } = await phoneOf(browser, stage, fan);
  for (const path of [`/profile/${owl.id}`, '/profile/ROW21_OWL', '/aural/profile/row21_owl']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Row21_owl', level: 1 })).toBeVisible();
    const numbers = await page.locator('dl > div').allTextContents();
    expect(numbers).toEqual(['Recordings2', 'Plays1', 'Likes1']);
    await expect(page.getByRole('button', { name: /Edit|Delete|Settings/ })).toHaveCount(0);
  }
  await holds(page, 'somebody else');
  await page.goto('/profile/row21_fan?tab=liked');
  await expect(page.getByRole('link', { name: 'Letters at the window' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Liked' })).toHaveAttribute('aria-selected', 'true');
});

test('an unknown profile says so and links home (row 21)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/profile/nobody_here');
  await expect(page.getByRole('heading', { name: 'Profil nicht gefunden' })).toBeVisible();
  await holds(page, 'not found');
  await page.getByRole('link', { name: 'Back to the feed' }).click();
  await expect(page).toHaveURL(`${stage.server.url}/`);
});

test('own uploads show what waits and what was rejected and why, and lead on from there (row 21)', async ({
  browser,
}) => {
  const refusedId = await send(owl, 'Next room');
  await send(owl, 'Still waiting');
  const by = await moderator(stage);
  await callAction(by, 'rejectUpload', { uploadId: refusedId, reason: 'A second person can be heard.' });
  const { page, errors } = await phoneOf(browser, stage, owl);
  await page.goto('/profile');
  const refused = page.getByRole('article', { name: 'Next room' });
  await expect(refused.getByText('A second person can be heard.')).toBeVisible();
  const waits = page.getByRole('article', { name: 'Still waiting' });
  await expect(waits.getByText('In review')).toBeVisible();
  await expect(waits.getByText(/^Usually /)).toBeVisible();
  await holds(page, 'one’s own');

  await waits.getByRole('button', { name: 'Edit details' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Waiting under other words');
  await holds(page, 'words');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Waiting under other words' })).toBeVisible();
  const queue = (await get(owl, 'getPendingUploads')).json.data;
  expect(queue).toEqual([expect.objectContaining({ title: 'Waiting under other words', version: 2 })]);

  // Edited details of a published recording wait for review; the old ones stay until then.
  await page.getByRole('button', { name: 'More for Before you fall asleep' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit details' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Before the morning');
  await page.getByRole('button', { name: 'Save' }).click();
  const change = page.getByRole('article', { name: 'Before the morning' });
  await expect(change.getByText('The previous text stays until then.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Before you fall asleep' })).toBeVisible();

  await refused.getByRole('button', { name: 'Edit and resubmit' }).click();
  await expect(page.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Next room');
  expect(errors).toEqual([]);
});

test('deletes an own recording after a confirmation (row 21)', async ({ browser }) => {
  const lone = await member(stage, 'Row21_lone');
  await live(stage, lone, 'Only one');
  const { page } = await phoneOf(browser, stage, lone);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'More for Only one' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Do you really want to delete the recording "Only one"?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible();
  await expect(page.locator('dl > div').first()).toHaveText('Recordings0');
});

test('a guest is "You" and finds a next step on the first screen of a phone (row 21)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/profile');
  await expect(page.getByText(/You haven’t done anything here yet/)).toBeVisible();
  await holds(page, 'visitor');
  await page.goto(`/profile/${owl.id}`);
  await page.getByRole('button', { name: /^Follow Row21_owl/ }).click();
  await expect(page.getByRole('button', { name: /^Following Row21_owl/ })).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'You', level: 1 })).toBeVisible();
  await expect(page.getByText(/This profile exists only in this browser/)).toBeVisible();
  await holds(page, 'guest');
  const button = await page.getByRole('button', { name: 'Start Recording' }).boundingBox();
  expect((button?.y ?? 999) + (button?.height ?? 0)).toBeLessThanOrEqual(640);
});

test('shows the own profile from this phone without a server (row 56)', async ({ browser }) => {
  const { page } = await phoneOf(browser, stage, owl);
  await page.goto('/profile');
  await expect(page.getByRole('link', { name: 'Letters at the window' })).toBeVisible();
  await page.route('**/upload.php*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Row21_owl', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Offline copy from /).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Letters at the window' })).toBeVisible();
  await holds(page, 'offline');
});
