import { createStore } from 'jotai/vanilla';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DayCounts, StatisticsView } from '../../../../api/contract/statistics.ts';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../../../../api/contract/statisticsSubjects.ts';
import { csvName, csvOf, Statistics } from '../../../../src/features/statistics/Statistics.tsx';
import { renderApp } from '../../../support/browser/renderApp.tsx';
import { type Answer, fakeServer, okReply, refusedReply } from '../../../support/server/fakeServer.ts';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(1440, 900);
});

const NOTHING = { plays: 0, tracks: 0, likes: 0, comments: 0, users: 0, guests: 0, reports: 0 };
const LAST = Date.UTC(2026, 9, 28);

/** `count` days until 28 October 2026; the keys of `busy` count back from the last day. */
function view(count: number, busy: Record<number, Partial<DayCounts>> = {}): StatisticsView {
  const days = Array.from({ length: count }, (_, index) => {
    const before = count - 1 - index;
    const date = new Date(LAST - before * 86_400_000).toISOString().slice(0, 10);
    return { date, ...NOTHING, ...busy[before] };
  });
  const happened = { ...NOTHING, plays: 12_345 };
  const now = { ...NOTHING, storageBytes: 0, pendingReports: 0, pendingUploads: 0 };
  return { allTime: now, happened, days };
}

const BUSY = {
  0: { plays: 40, guests: 4, users: 1 },
  1: { plays: 10, comments: 1 },
  2: { plays: 1, reports: 2 },
};

async function open(answer: (body: Record<string, unknown>) => Answer) {
  const store = createStore();
  const server = fakeServer(store, { getStatistics: answer });
  // The width of the admin page.
  const { screen } = await renderApp(
    <main style={{ maxWidth: 'var(--column-wide)', margin: 'auto', paddingInline: 'var(--gutter)' }}>
      <Statistics />
    </main>,
    { store },
  );
  return { screen, server };
}

/** Measures only after all bars are drawn. */
async function ready(answer = okReply(view(30, BUSY))) {
  const opened = await open((body) => (body.days === '30' ? answer : okReply(view(Number(body.days), BUSY))));
  await expect.poll(() => bars('plays').length).toBe(30);
  return opened;
}

const bars = (subject: StatisticsSubject) => [
  ...document.querySelectorAll<HTMLElement>(`[data-value][data-subject="${subject}"]`),
];
const heights = (subject: StatisticsSubject) =>
  bars(subject).map((bar) => Number(bar.getBoundingClientRect().height.toFixed(2)));
const toggle = (subject: StatisticsSubject) => {
  const button = document.querySelector<HTMLElement>(`button[data-subject="${subject}"]`);
  if (!button) throw new Error(`no toggle of ${subject}`);
  return userEvent.click(button);
};

describe('the chart (row 49)', () => {
  it('draws 200 px for the largest value and 8 px for zero, to the pixel', async () => {
    await ready();
    expect(heights('plays').slice(-4)).toEqual([8, 8, 50, 200]);
    expect(heights('guests').slice(-2)).toEqual([8, 20]);
    expect(heights('reports')).toEqual([...Array(27).fill(8), 10, 8, 8]);
    expect(bars('plays').at(-1)?.dataset.value).toBe('40');
    expect(heights('likes')).toEqual(Array(30).fill(8));
  });

  it('hides a disabled series, and rescales to the others', async () => {
    const { screen } = await ready();
    await toggle('plays');
    expect(bars('plays')).toHaveLength(0);
    expect(bars('guests')).toHaveLength(30);
    expect(heights('guests').at(-1)).toBe(200);
    expect(heights('reports').slice(-3)).toEqual([100, 8, 8]);
    await toggle('plays');
    expect(heights('plays').at(-1)).toBe(200);
    for (const subject of STATISTICS_SUBJECTS) await toggle(subject);
    await expect.element(screen.getByText('Choose what to show above.')).toBeVisible();
  });

  it('requests the chosen period, in days of the device’s time zone', async () => {
    const { screen, server } = await ready();
    for (const [label, days] of [
      ['7 days', 7],
      ['90 days', 90],
      ['1 year', 365],
    ] as const) {
      await screen.getByRole('radio', { name: label, exact: true }).click();
      await expect.poll(() => bars('plays').length).toBe(days);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      expect(server.calls.at(-1)?.body).toEqual({ days: String(days), zone });
      // The newest days are in view.
      const last = bars('plays').at(-1)?.getBoundingClientRect();
      const box = document.querySelector('[role="slider"]')?.getBoundingClientRect();
      expect(last?.right).toBeLessThanOrEqual((box?.right ?? 0) + 1);
    }
  });

  it('collapses and expands', async () => {
    const { screen } = await ready();
    const collapse = screen.getByRole('button', { name: 'Collapse the chart' });
    await expect.element(collapse).toHaveAttribute('aria-expanded', 'true');
    await collapse.click();
    expect(bars('plays')).toHaveLength(0);
    const expand = screen.getByRole('button', { name: 'Expand the chart' });
    await expect.element(expand).toHaveAttribute('aria-expanded', 'false');
    await expand.click();
    expect(bars('plays')).toHaveLength(30);
  });

  it('supports arrow keys, and announces each day in a sentence', async () => {
    const { screen } = await ready();
    const chart = screen.getByRole('slider', { name: 'Day' });
    (chart.element() as HTMLElement).focus();
    await expect
      .element(chart)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^Wed, 28\.10\.2026, Plays 40,/));
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect
      .element(chart)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^Mon, 26\.10\.2026, Plays 1,.* Reports 2$/));
    await userEvent.keyboard('{Home}');
    await expect.element(chart).toHaveAttribute('aria-valuenow', '0');
    await userEvent.keyboard('{PageUp}{End}');
    await expect.element(chart).toHaveAttribute('aria-valuenow', '29');
  });
});

describe('the numbers (row 49)', () => {
  it('show totals of the period, overall totals, and days below the chart', async () => {
    const { screen } = await ready();
    const plays = document.querySelector('button[data-subject="plays"]');
    expect(plays?.textContent).toBe('Plays5112,345 in total');
    const table = screen.getByRole('table', { name: 'Table' });
    const rows = [...table.element().querySelectorAll('tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(32);
    expect(rows.slice(0, 4)).toEqual([
      ['Day', 'Plays', 'Recordings', 'Likes', 'Comments', 'Users', 'Guests', 'Reports'],
      ['Total', '51', '0', '0', '1', '1', '4', '2'],
      ['Wed, 28.10.2026', '40', '0', '0', '0', '1', '4', '0'],
      ['Tue, 27.10.2026', '10', '0', '0', '1', '0', '0', '0'],
    ]);
    const chart = screen.getByRole('slider').element().getBoundingClientRect();
    expect(table.element().getBoundingClientRect().top).toBeGreaterThan(chart.bottom);
  });

  it('stand next to the chart on a desktop, which is wider than all of them', async () => {
    await ready();
    const chart = document.querySelector('[role=slider]')?.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('button[aria-pressed][data-subject]')].map((card) =>
      card.getBoundingClientRect(),
    );
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    for (const box of boxes) expect(box.right).toBeLessThan(chart?.left ?? 0);
    expect(chart?.width).toBeGreaterThan(3 * (boxes[0]?.width ?? Infinity));
  });

  it.each([
    [320, 640],
    [360, 640],
    [640, 360],
    [768, 1024],
  ])('leave no card on a line by itself, and none wider than its line, at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    await ready();
    const boxes = [...document.querySelectorAll('button[aria-pressed][data-subject]')].map((card) =>
      card.getBoundingClientRect(),
    );
    const right = Math.max(...boxes.map((box) => box.right));
    const last = boxes.filter(({ top }) => top === boxes.at(-1)?.top);
    expect(last.length).toBeGreaterThan(1);
    expect(last.at(-1)?.right).toBeCloseTo(right, 0);
  });

  it('export as CSV, one line per day, oldest first', () => {
    const { days } = view(3, BUSY);
    expect(csvOf(days)).toBe(
      'date,plays,tracks,likes,comments,users,guests,reports\r\n' +
        '2026-10-26,1,0,0,0,0,0,2\r\n2026-10-27,10,0,0,1,0,0,0\r\n2026-10-28,40,0,0,0,1,4,0\r\n',
    );
    expect(csvName(days)).toBe('aural-statistics-2026-10-26-2026-10-28.csv');
  });

  it('download with the button', async () => {
    const { screen } = await ready();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await screen.getByRole('button', { name: 'Download as CSV' }).click();
    expect(saved).toEqual(['aural-statistics-2026-09-29-2026-10-28.csv']);
  });
});

describe('statistics that fail to load', () => {
  it('show a message and a retry', async () => {
    let answer: Answer = refusedReply('internal');
    const { screen } = await open(() => answer);
    await expect.element(screen.getByText('Couldn’t load the statistics')).toBeVisible();
    answer = okReply(view(30, BUSY));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => bars('plays').length).toBe(30);
  });
});

it.each([
  [320, 640],
  [360, 640],
  [640, 360],
  [1440, 900],
])('fits %i × %i with targets at least 44 px high', async (width, height) => {
  await page.viewport(width, height);
  await ready();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const small = [...document.querySelectorAll('button')].filter(
    (button) => button.getBoundingClientRect().height < 44,
  );
  expect(small).toEqual([]);
});
