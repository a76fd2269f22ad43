// The open item with real audio, an analyser instead of the loudspeaker, and a fake server that
// stores writes.
import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PendingUploadView, UploadPreview } from '../../../../api/contract/uploads.ts';
import { openMuffled } from '../../../../src/audio/muffled.ts';
import { decideAtom, heldAtom } from '../../../../src/features/moderation/decisions.ts';
import { moderationPortsAtom } from '../../../../src/features/moderation/ports.ts';
import { Queue } from '../../../../src/features/moderation/Queue.tsx';
import { loadSessionAtom } from '../../../../src/state/session.ts';
import { toneUrl } from '../../../support/audio/toneUrl.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';
import { buildMe, buildPendingUpload, buildPerson, NO_REVIEW } from '../../../support/server/people.ts';

/** Samples of 0.3 s, because the test checks the jumps between them. */
const STARTS = [0, 4, 8, 12, 19.7];
const samplesOf = (seconds: number): UploadPreview => ({
  spans: (['start', 'loudest', 'speech', 'different', 'end'] as const).map((reason, index) => ({
    start: STARTS[index] ?? 0,
    seconds,
    reason,
  })),
  heat: Array.from({ length: 64 }, (_, at) => at * 4),
});
const PREVIEW = samplesOf(0.3);
const buildRow = (index: number, url: string, change: Partial<PendingUploadView> = {}): PendingUploadView =>
  buildPendingUpload(`u${index}`, {
    mimeType: 'audio/wav',
    url,
    title: `Item ${index}`,
    duration: 20,
    preview: PREVIEW,
    ...change,
  });

/** Level in decibels of the analyser, which receives all audio. */
let level: () => number = () => Number.NEGATIVE_INFINITY;
beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(1440, 900);
  let analyser: AnalyserNode | null = null;
  class Heard extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      analyser = new AnalyserNode(this, { fftSize: 8192 });
      analyser.connect(super.destination);
    }
    override get destination(): AudioDestinationNode {
      return (analyser ?? super.destination) as AudioDestinationNode;
    }
  }
  vi.stubGlobal('AudioContext', Heard);
  const samples = new Float32Array(8192);
  level = () => {
    analyser?.getFloatTimeDomainData(samples);
    return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length + 1e-30);
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(count: number, { hz = 5000, change = {} as Partial<PendingUploadView> } = {}) {
  const store = createStore();
  const url = toneUrl(hz, 20);
  const rows = Array.from({ length: count }, (_, index) => buildRow(index + 1, url, change));
  const me = { ...buildMe(buildPerson({ id: 'me', username: 'me' })), role: 'moderator' };
  const server = fakeServer(store, {
    me: () => okReply(me),
    getPendingUploads: () => okReply(rows),
    claimUpload: ({ uploadId }) => okReply({ uploadId, until: '2026-11-21T00:00:00Z' }),
    releaseClaim: () => okReply(null),
    escalateUpload: ({ uploadId }) => okReply({ uploadId }),
    hideUpload: ({ uploadId }) => okReply({ uploadId }),
    getUploaderRecord: () => refusedReply('internal'),
    getAutoApproveStatus: () => okReply(false),
  });
  await store.set(loadSessionAtom);
  const seeks: number[] = [];
  let position = () => 0;
  store.set(moderationPortsAtom, {
    openMuffled: (...given) => {
      const player = openMuffled(...given);
      position = player.position;
      const { seek } = player;
      player.seek = (seconds) => {
        seeks.push(seconds);
        seek(seconds);
      };
      return player;
    },
  });
  const { screen } = await renderApp(<Queue />, { store });
  await expect.element(screen.getByRole('article', { name: 'Item 1', exact: true })).toBeVisible();
  const openFirst = async () => {
    await userEvent.keyboard('j');
    await expect
      .element(document.querySelector<HTMLElement>('[data-item]'))
      .toHaveAttribute('data-claim', 'mine');
  };
  return { store, server, screen, seeks, openFirst, position: () => position() };
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Longer than the time in which a key press still counts for the previous item. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 320));

it('plays the five samples in order, then stops (row 48)', async () => {
  const { seeks, openFirst, position, store } = await open(1);
  await openFirst();
  await button('Play five samples, 2 s').click();
  await expect.element(button('Pause')).toBeVisible();
  await expect.poll(() => seeks.length, { timeout: 15_000 }).toBe(5);
  expect(seeks).toEqual(STARTS);
  await expect.element(button('Play muffled')).toBeVisible();
  expect(position()).toBeGreaterThanOrEqual(19.9);
  // Playback was muffled, and the decision records the samples.
  expect(level()).toBeLessThan(-50);
  await userEvent.keyboard('a');
  expect(store.get(heldAtom)[0]?.about.heard.way).toBe('sampled');
  expect(store.get(heldAtom)[0]?.about.heard.seconds).toBeLessThan(4);
});

it('ends the samples on pause or a seek (row 48)', async () => {
  const { seeks, openFirst, position, store } = await open(1, { change: { preview: samplesOf(2) } });
  await openFirst();
  await userEvent.keyboard('s');
  await expect.poll(() => seeks.length, { timeout: 15_000 }).toBe(2);
  await button('Pause').click();
  await expect.element(button('Play muffled')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(position()).toBeLessThan(6);
  expect(seeks).toEqual([0, 4]);
  await button('Play five samples, 10 s').click();
  await button(/Least like the rest/).click();
  await expect.poll(position, { timeout: 15_000 }).toBeGreaterThan(14.2);
  expect(seeks).toEqual([0, 4, 0, 12]);
  await userEvent.keyboard('a');
  expect(store.get(heldAtom)[0]?.about.heard.way).toBe('listened');
});

it('shows one waveform, or bars without a preview (row 48)', async () => {
  const { openFirst, screen } = await open(1, { change: { preview: null } });
  await openFirst();
  expect(screen.getByRole('slider').elements()).toHaveLength(1);
  await expect.element(screen.getByRole('slider', { name: 'Position' })).toBeVisible();
  expect(screen.getByText(/five samples/).query()).toBeNull();
});

it('plays full sound only while F or the button is held (row 48)', async () => {
  const { openFirst } = await open(1);
  await openFirst();
  await userEvent.keyboard(' ');
  await expect.element(button('Pause')).toBeVisible();
  await expect.poll(level, { timeout: 10_000 }).toBeLessThan(-50);
  await userEvent.keyboard('{f>}');
  await expect.poll(level, { timeout: 10_000 }).toBeGreaterThan(-15);
  await expect.element(button('Hold for full sound')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{/f}');
  await expect.poll(level, { timeout: 10_000 }).toBeLessThan(-50);
  const hold = button('Hold for full sound').element();
  const press = (type: string) =>
    hold.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true }));
  hold.setPointerCapture = () => {};
  press('pointerdown');
  await expect.poll(level, { timeout: 10_000 }).toBeGreaterThan(-15);
  press('pointerup');
  await expect.poll(level, { timeout: 10_000 }).toBeLessThan(-50);
  // A window without focus receives no key release.
  await userEvent.keyboard('{f>}');
  await expect.poll(level, { timeout: 10_000 }).toBeGreaterThan(-15);
  window.dispatchEvent(new Event('blur'));
  await expect.poll(level, { timeout: 10_000 }).toBeLessThan(-50);
  await userEvent.keyboard('{/f}');
});

it('escalates and hides by key, and focuses the next item (row 48)', async () => {
  const { openFirst, store, screen } = await open(3);
  await openFirst();
  await settle();
  await userEvent.keyboard('e');
  await expect.element(screen.getByLabelText('What should they know?')).toHaveFocus();
  await userEvent.keyboard('Hear 0:12{Enter}');
  await expect.element(screen.getByText('“Item 1” will go to the admins')).toBeVisible();
  expect(document.activeElement?.closest('[data-upload]')?.getAttribute('data-upload')).toBe('u2');
  await settle();
  await userEvent.keyboard('h');
  await expect.element(screen.getByText('“Item 2” is hidden from your list')).toBeVisible();
  expect(document.activeElement?.closest('[data-upload]')?.getAttribute('data-upload')).toBe('u3');
  expect(store.get(heldAtom).map(({ about: { row, verdict } }) => [row.uploadId, verdict])).toEqual([
    ['u1', { kind: 'escalate', note: 'Hear 0:12' }],
    ['u2', { kind: 'hide' }],
  ]);
});

it('suggests a break once, after 25 decisions (row 48)', async () => {
  const { openFirst, screen, store } = await open(27);
  await openFirst();
  const hint = screen.getByText(/Take a short break/);
  for (let other = 6; other <= 27; other++) store.set(decideAtom, `u${other}`, { kind: 'hide' });
  for (let decided = 23; decided <= 25; decided++) {
    expect(hint.query(), `after ${decided - 1}`).toBeNull();
    await settle();
    await userEvent.keyboard('h');
  }
  await expect.element(screen.getByText('You’ve made 25 decisions. Take a short break.')).toBeVisible();
  await button('Continue').click();
  await expect.element(hint).not.toBeInTheDocument();
  await userEvent.keyboard('h');
  expect(hint.query()).toBeNull();
});

it.each([
  [
    'what was flagged',
    { flags: ['daily', 'identical'], duplicateCount: 1 },
    'Same file 2 times, Over the daily limit',
  ],
  ['that nothing was', {}, 'Not flagged; awaiting review'],
] as const)('shows a moderator %s instead of the owner’s sentence (row 48)', async (_, change, text) => {
  const reason = 'Deine Aufnahme wird jetzt geprüft.';
  const { openFirst } = await open(1, { change: { ...change, reason } as Partial<PendingUploadView> });
  await openFirst();
  await button('Details').click();
  const fact = page.getByRole('dialog').getByText('Reason for review').element().parentElement;
  expect(fact?.querySelector('dd')?.textContent).toBe(text);
});

it('names the removed recording that it matches, and plays it muffled', async () => {
  const removed = toneUrl(5000, 20);
  const match = { removedAt: '2026-11-01T12:00:00Z', category: 'minor', url: removed } as const;
  const review = { ...NO_REVIEW, tier: 'hard' as const, match };
  const { openFirst } = await open(1, { change: { flags: ['known'], review } });
  await openFirst();
  const item = document.querySelector<HTMLElement>('[data-item]');
  expect(item?.textContent).toContain(
    'Matches a recording that was removed on 01.11.2026 (Somebody may be under 18)',
  );
  await button('Play the removed recording').click();
  await expect.poll(level).toBeGreaterThan(-100);
  // 5 kHz at full sound is above -30 dB.
  expect(level()).toBeLessThan(-40);
  await button('Play muffled').click();
  await expect.element(button('Play the removed recording')).toBeVisible();
});

it('shows only the words when the removed recording is gone', async () => {
  const match = { removedAt: '2026-11-01T12:00:00Z', category: null, url: null };
  const review = { ...NO_REVIEW, tier: 'soft' as const, match };
  const { openFirst } = await open(1, { change: { flags: ['known'], review } });
  await openFirst();
  expect(document.querySelector('[data-item]')?.textContent).toContain('on 01.11.2026 (Something else)');
  await expect.element(button('Play the removed recording')).not.toBeInTheDocument();
});
