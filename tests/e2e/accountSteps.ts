// Account steps: the wizard, signing in, and the account that the server reports.
import { type BrowserContext, expect, type Page } from 'playwright/test';

export const PASSWORD = 'Candle-light-42';
export const CODE = /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/;

export const proceed = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click();
export const stepIs = (page: Page, step: number) =>
  expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(step));

/** The first three steps; the wizard then shows the fourth. */
export async function answerQuestions(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(username);
  await expect(page.getByText('Dieser Name ist frei.')).toBeVisible();
  await proceed(page);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('Passwort noch einmal', { exact: true }).fill(password);
  await proceed(page);
  await page.getByRole('button', { name: 'Überspringen' }).click();
  await page.getByRole('checkbox').check();
}

/** All steps; returns the recovery code. */
export async function register(page: Page, username: string): Promise<string> {
  await page.goto('/register');
  await answerQuestions(page, username);
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByRole('heading', { name: 'Willkommen bei Aural!' })).toBeVisible();
  const code = (await page.locator('code').textContent()) ?? '';
  expect(code).toMatch(CODE);
  return code;
}

export async function signInAs(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

interface Me {
  id: string;
  username: string;
  isGuest: boolean;
}

/** This browser's account, as the server reports it. */
export async function meOf(context: BrowserContext, url: string): Promise<Me | null> {
  const reply = await context.request.get(`${url}/upload.php?action=me`);
  return ((await reply.json()) as { data: Me | null }).data;
}

/** Ids of the recordings that this browser's account likes. */
export async function likedBy(context: BrowserContext, url: string): Promise<string[]> {
  const reply = await context.request.get(`${url}/upload.php?action=getTracks`);
  const { data } = (await reply.json()) as { data: { id: string; isLiked: boolean }[] };
  return data.filter(({ isLiked }) => isLiked).map(({ id }) => id);
}
