// Downloads of the original take, and of the edit as WAV or MP3.
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { shortenFirstAtom } from '../../../../src/features/editor/atoms.ts';
import { openEditor } from '../../../support/browser/editorStage.tsx';

interface Cut {
  regions: { start: number; end: number }[];
  format: string;
  report: (fraction: number) => void;
  finish: () => void;
  signal: AbortSignal;
}

let saved: { name: string; text: Promise<string> }[];
let cuts: Cut[];

beforeEach(async () => {
  saved = [];
  cuts = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Only the browser's download is a double.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: fetch(this.href).then((reply) => reply.text()) });
  });
  await page.viewport(360, 640);
});

const cut = ((
  _file: Blob,
  regions: Cut['regions'],
  { format }: { format: string },
  report: Cut['report'],
  { signal }: { signal: AbortSignal },
) =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    const finish = () => resolve({ file: new Blob([`cut ${format}`]), seconds: 20 });
    cuts.push({ regions, format, report, finish, signal });
  })) as never;

async function open() {
  const stage = await openEditor({ seconds: 60, take: new Blob(['as recorded']), engine: { cut } });
  await stage.screen.getByRole('button', { name: 'Keep a copy' }).click();
  return stage;
}

it('saves the original take under its name (row 29)', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Original recording' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['take.webm', 'as recorded']);
  expect(cuts).toEqual([]);
});

it.each(['WAV', 'MP3'])('saves the edit as %s with progress (row 33)', async (kind) => {
  const { screen, store } = await open();
  store.set(shortenFirstAtom);
  await screen.getByRole('button', { name: `This edit as ${kind}` }).click();
  await expect.poll(() => cuts.length).toBe(1);
  const format = kind.toLowerCase();
  expect(cuts[0]).toMatchObject({ format, regions: [{ start: 0, end: 20 }] });
  cuts[0]?.report(0.42);
  await expect.element(screen.getByText('Making your copy: 42 %')).toBeVisible();
  cuts[0]?.finish();
  await expect.poll(() => saved.length).toBe(1);
  expect([saved[0]?.name, await saved[0]?.text]).toEqual([`take_edit.${format}`, `cut ${format}`]);
  await expect.poll(() => screen.getByText(/^Making your copy/).query()).toBeNull();
});

it('saves nothing when a copy is cancelled (row 33)', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'This edit as WAV' }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(cuts[0]?.signal.aborted).toBe(true);
  await expect.element(screen.getByRole('button', { name: 'This edit as WAV' })).toBeEnabled();
  expect(screen.getByText(/Couldn’t make the copy/).query()).toBeNull();
  expect(saved).toEqual([]);
});
