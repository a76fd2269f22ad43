// A part of a page whose code does not arrive.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { latePart } from '../../../src/ui/latePart.tsx';
import { PartFailed } from '../../../src/ui/PartFailed.tsx';

const Part = () => <p>Here</p>;
const failed = () => page.getByRole('alert').filter({ hasText: 'This part couldn’t load.' });

/** Fails the first `failures` times. */
const loading = (failures: number) => {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Part;
  });
};

test('says that a part the user asked for failed to load, and loads it on a press', async () => {
  const load = loading(1);
  const Late = latePart(load, PartFailed);
  await render(<Late />);
  await expect.element(failed()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Here')).toBeVisible();
  await expect.element(failed()).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('loads it without a press when the network is back', async () => {
  const Late = latePart(loading(1), PartFailed);
  await render(<Late />);
  await expect.element(failed()).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('Here')).toBeVisible();
});

test('stays silent about a part that nobody asked for', async () => {
  const load = loading(1);
  const Late = latePart(load);
  await render(<Late />);
  await expect.poll(() => load.mock.settledResults.at(-1)?.type).toBe('rejected');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
