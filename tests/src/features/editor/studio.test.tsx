// The editor on a desktop: everything around the waveform, nothing over it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openEditor, settled, waveBox } from '../../../support/browser/editorStage.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(1440, 900);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const boxOf = (element: Element) => element.getBoundingClientRect();

it('has the areas at the left, a high wave, and tools that open at the right without a dialog', async () => {
  const { screen } = await openEditor({ seconds: 60 });
  const tool = screen.getByRole('button', { name: 'Hold to keep' });
  await expect.element(tool).toBeVisible();
  const list = screen.getByRole('region', { name: 'Kept areas' });
  const wave = () => boxOf(waveBox().box);
  expect(boxOf(screen.getByRole('slider', { name: 'Area 1, start' }).element()).height).toBe(320);
  expect(boxOf(list.element()).right).toBeLessThanOrEqual(wave().left);
  expect(boxOf(tool.element()).left).toBeGreaterThanOrEqual(wave().right);
  expect(boxOf(screen.getByRole('button', { name: 'Play', exact: true }).element()).top).toBeGreaterThan(
    wave().bottom,
  );

  (tool.element() as HTMLElement).click();
  const panel = screen.getByRole('region', { name: 'Hold to keep' });
  await expect.element(panel).toBeVisible();
  await settled();
  expect(document.querySelector('dialog')).toBeNull();
  expect(boxOf(panel.element()).left).toBeGreaterThanOrEqual(wave().right);
  expect(boxOf(panel.element()).top).toBeLessThan(wave().bottom);
  // The list shows the proposal; only the tool changes it.
  await expect.element(list).toBeVisible();
  expect((list.element() as HTMLElement).inert).toBe(true);
  (panel.getByRole('button', { name: 'Cancel' }).element() as HTMLElement).click();
  await expect.poll(() => document.activeElement?.textContent).toBe('Hold to keep');
});

it('draws the wave and its handles anew when the screen is turned or made smaller', async () => {
  const { screen } = await openEditor({ seconds: 60 });
  const heights = () => [
    boxOf(screen.getByRole('slider', { name: 'Area 1, end' }).element()).height,
    ...waveBox()
      .canvases()
      .map((canvas) => boxOf(canvas).height),
  ];
  await expect.poll(() => new Set(heights())).toEqual(new Set([320, 344]));
  await page.viewport(360, 640);
  await expect.poll(() => new Set(heights())).toEqual(new Set([120, 144]));
  await expect.element(screen.getByRole('button', { name: 'Tools' })).toBeVisible();
});

it('closes the sheet of tools when the window becomes wide', async () => {
  await page.viewport(360, 640);
  const { screen } = await openEditor({ seconds: 60 });
  (screen.getByRole('button', { name: 'Tools' }).element() as HTMLElement).click();
  await expect.element(screen.getByRole('dialog', { name: 'Tools' })).toBeVisible();
  await page.viewport(1440, 900);
  await expect.poll(() => document.querySelector('dialog')).toBeNull();
  await expect.element(screen.getByRole('button', { name: 'Hold to keep' })).toBeVisible();
  await page.viewport(360, 640);
  await expect.element(screen.getByRole('button', { name: 'Tools' })).toBeVisible();
  await settled();
  expect(document.querySelector('dialog')).toBeNull();
});
