// On the real server: view, edit, then save or cancel; no account can change another.
import { expect, test } from 'playwright/test';
import { get, post } from '../../support/server/wire.ts';
import { seriousOn } from '../axe.ts';
import { ownStage } from '../journey.ts';
import { fitsTheScreen, live, member, phoneOf, smallTargets } from '../profileSteps.ts';

const stage = ownStage();

for (const size of [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  test(`cancel restores, save persists, and the old name redirects, at ${size.width} px (row 22)`, async ({
    browser,
  }) => {
    const name = `Row22_${size.width}`;
    const owl = await member(stage, name);
    await live(stage, owl, 'Under the old name');
    const { page, errors } = await phoneOf(browser, stage, owl);
    await page.setViewportSize(size);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByLabel('About you').fill('Not for keeps');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Not for keeps')).toHaveCount(0);

    await page.getByRole('button', { name: 'Edit profile' }).click();
    expect(await seriousOn(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await fitsTheScreen(page);
    // The buttons do not cover the focus.
    const field = await page.getByLabel('Name', { exact: true }).boundingBox();
    const save = await page.getByRole('button', { name: 'Save' }).boundingBox();
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0);

    await page.getByLabel('Name', { exact: true }).fill(`Renamed_${size.width}`);
    await page.getByLabel('About you').fill('Old letters, read aloud.');
    await page.getByRole('button', { name: 'Gentle' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: `Renamed_${size.width}`, level: 1 })).toBeVisible();
    await expect
      .poll(async () => (await get(owl, 'getUser', { userId: owl.id })).json.data)
      .toMatchObject({
        username: `Renamed_${size.width}`,
        bio: 'Old letters, read aloud.',
        tags: ['Gentle'],
      });
    await page.goto(`/profile/${name}`);
    await expect(page).toHaveURL(new RegExp(`/profile/Renamed_${size.width}$`));
    await expect(page.getByText('Old letters, read aloud.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Under the old name' })).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('a taken name keeps every field and shows its error (row 22)', async ({ browser }) => {
  await member(stage, 'Row22_taken');
  const owl = await member(stage, 'Row22_asks');
  const { page } = await phoneOf(browser, stage, owl);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('row22_TAKEN');
  await page.getByLabel('About you').fill('Kept words');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This name is already taken.')).toBeVisible();
  await expect(page.getByLabel('About you')).toHaveValue('Kept words');
  await page.reload();
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('About you').fill('Half a');
  await page.goto('/');
  await page.goto('/profile');
  await expect(page.getByLabel('About you')).toHaveValue('Half a');
});

test('refuses another account’s id (row 22)', async () => {
  const owl = await member(stage, 'Row22_owl');
  const other = await member(stage, 'Row22_other');
  const reply = await post(other, 'updateUser', { userId: owl.id, updates: { bio: 'Mine now' } });
  expect([reply.status, reply.json.code]).toEqual([403, 'forbidden']);
});
