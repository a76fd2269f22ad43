// Areas and playback by buttons, fields and keys.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  areasAtom,
  commitAreasAtom,
  playheadAtom,
  previewAreasAtom,
  selectAreaAtom,
  undoAtom,
} from '../../../../src/features/editor/atoms.ts';
import { zoomAtom } from '../../../../src/features/editor/zoom.ts';
import { putRowsAtom } from '../../../../src/state/entities.ts';
import { connectPlaybackAtom, playTrackAtom } from '../../../../src/state/playerActions.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';
import { openEditor, settled, waveBox } from '../../../support/browser/editorStage.tsx';
import { buildTrack } from '../../../support/server/tracks.ts';

const HOUR = 3600;
const REFUSAL = 'The entire recording is already marked/selected';

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await page.viewport(360, 640);
});
afterEach(() => void vi.useRealTimers());

const area = (n: number, start: number, end: number) => ({ id: `area-${n}`, start, end });

/** True when a time is inside the visible box. */
function isSeen(seconds: number, total: number): boolean {
  const { box, x } = waveBox();
  const { left, right } = box.getBoundingClientRect();
  return x(seconds, total) >= left && x(seconds, total) <= right;
}

describe('areas', () => {
  it('refuses a new area for 3 s in a fresh 60 s file, and adds 21.5–26.5 s once the first area ends at 20 s (row 31)', async () => {
    const { screen, bounds } = await openEditor({ seconds: 60 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const add = screen.getByRole('button', { name: 'Set new Area' });
    (add.element() as HTMLElement).click();
    await vi.advanceTimersByTimeAsync(2900);
    await settled();
    expect(screen.getByText(REFUSAL).query()).not.toBeNull();
    expect(bounds()).toEqual([[0, 60]]);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await expect.poll(() => screen.getByText(REFUSAL).query()).toBeNull();
    await add.click();
    await screen.getByRole('button', { name: 'Shorten first area' }).click();
    await add.click();
    expect(bounds()).toEqual([
      [0, 20],
      [21.5, 26.5],
    ]);
    await expect.element(screen.getByText('21.5 s - 26.5 s')).toBeInTheDocument();
  });

  it('keeps the first marker, removes others, and resets to one whole area on Clear all (row 31)', async () => {
    const { store, screen, bounds } = await openEditor({ seconds: 60 });
    store.set(commitAreasAtom, [area(1, 0, 10), area(2, 20, 30), area(3, 40, 50)]);
    await expect.element(screen.getByRole('button', { name: 'Remove area 3' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove area 1' }).query()).toBeNull();
    (screen.getByRole('button', { name: 'Remove area 3' }).element() as HTMLElement).click();
    await expect.poll(bounds).toHaveLength(2);
    expect(document.activeElement?.textContent).toContain('20.0 s - 30.0 s');
    await screen.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    expect(bounds()).toHaveLength(3);
    (screen.getByRole('button', { name: 'Remove area 3' }).element() as HTMLElement).click();
    await expect.poll(bounds).toHaveLength(2);
    (screen.getByRole('button', { name: 'Clear all' }).element() as HTMLElement).click();
    await expect.poll(bounds).toEqual([[0, 60]]);
    store.set(undoAtom);
    expect(bounds()).toHaveLength(2);
  });

  it('loses a part inside by "Cut here" on either side and "Remove this part": three presses, and one takes each back', async () => {
    const { store, screen, bounds, auditions } = await openEditor({ seconds: HOUR });
    const cut = screen.getByRole('button', { name: 'Cut here' });
    const remove = screen.getByRole('button', { name: 'Remove this part' });
    // Nothing stands before 0:00, and the only part stays.
    await expect.element(cut).toHaveAttribute('aria-disabled', 'true');
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    store.set(playheadAtom, 1200);
    await cut.click();
    store.set(playheadAtom, 1205);
    await cut.click();
    await remove.click();
    expect(bounds()).toEqual([
      [0, 1200],
      [1205, HOUR],
    ]);
    await screen.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    expect(bounds()).toHaveLength(3);
    // Parts that touch are played without a gap.
    await screen.getByRole('button', { name: 'Play all areas' }).click();
    expect(auditions.at(-1)?.options.regions).toEqual([{ start: 0, end: HOUR }]);
  });

  it('loses its beginning or its end by one cut and "Remove this part", the first area too', async () => {
    const { store, screen, bounds } = await openEditor({ seconds: HOUR });
    const cut = screen.getByRole('button', { name: 'Cut here' });
    const remove = screen.getByRole('button', { name: 'Remove this part' });
    store.set(playheadAtom, 10);
    await cut.click();
    await remove.click();
    expect(bounds()).toEqual([[10, HOUR]]);
    store.set(playheadAtom, HOUR - 60);
    await cut.click();
    await remove.click();
    expect(bounds()).toEqual([[10, HOUR - 60]]);
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    // The keys still work.
    store.set(playheadAtom, 20);
    await userEvent.keyboard('s');
    expect(bounds()).toHaveLength(2);
    await userEvent.keyboard('{Delete}');
    expect(bounds()).toEqual([[20, HOUR - 60]]);
  });

  it('shows the marks of its kept areas and jumps between them by button and key; undo brings all back', async () => {
    const { store, screen } = await openEditor({ seconds: 60, marks: [5, 20, 40, 70] });
    const flags = () => [...document.querySelectorAll<HTMLElement>('[data-testid=marks] > span')];
    const lefts = () => flags().map(({ style }) => Math.round((Number.parseFloat(style.left) / 100) * 60));
    await expect.poll(lefts).toEqual([5, 20, 40]);
    await expect.element(screen.getByText('Markers: 3')).toBeVisible();
    const [back, ahead] = ['Previous marker', 'Next marker'].map((name) =>
      screen.getByRole('button', { name }),
    );
    await ahead?.click();
    await ahead?.click();
    expect(store.get(playheadAtom)).toBe(20);
    await expect.element(screen.getByText('Marker 2 of 3')).toBeVisible();
    store.set(playheadAtom, 30);
    await screen.getByRole('button', { name: 'Cut here' }).click();
    await screen.getByRole('button', { name: 'Remove this part' }).click();
    await expect.poll(lefts).toEqual([40]);
    await userEvent.keyboard('{Home}m');
    expect(store.get(playheadAtom)).toBe(40);
    await userEvent.keyboard('{Control>}zz{/Control}');
    await expect.poll(lefts).toEqual([5, 20, 40]);
    await userEvent.keyboard('{Shift>}M{/Shift}');
    expect(store.get(playheadAtom)).toBe(20);
    await back?.click();
    await back?.click();
    expect(store.get(playheadAtom)).toBe(5);
    // Without the motion of the press.
    const size = back?.element() as HTMLElement | undefined;
    expect(Math.min(size?.offsetWidth ?? 0, size?.offsetHeight ?? 0)).toBeGreaterThanOrEqual(44);
  });

  it('moves a handle by arrow keys without losing a press (row 31)', async () => {
    const { screen, bounds } = await openEditor({ seconds: 60 });
    const end = screen.getByRole('slider', { name: 'Area 1, end' }).element() as HTMLElement;
    end.focus();
    const press = (key: string, shiftKey = false) =>
      end.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    for (let times = 0; times < 20; times++) press('ArrowLeft');
    expect(bounds()).toEqual([[0, 40]]);
    press('ArrowRight', true);
    expect(bounds()).toEqual([[0, 40.1]]);
    press('PageUp');
    expect(bounds()).toEqual([[0, 45.1]]);
    await expect.element(end).toHaveAttribute('aria-valuetext', '45.1 seconds');
  });

  it('moves the playhead by 20 s for twenty quick arrow presses (row 31)', async () => {
    const { store } = await openEditor({ seconds: 60 });
    const press = (key: string, shiftKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      );
    for (let times = 0; times < 20; times++) press('ArrowRight');
    expect(store.get(playheadAtom)).toBe(20);
    for (let times = 0; times < 5; times++) press('ArrowLeft', true);
    expect(store.get(playheadAtom)).toBeCloseTo(19.5);
    press('PageUp');
    expect(store.get(playheadAtom)).toBeCloseTo(24.5);
    press('End');
    expect(store.get(playheadAtom)).toBe(60);
    press('Home');
    expect(store.get(playheadAtom)).toBe(0);
  });

  it('supports the keys I, O, N, Del, + and −, Ctrl+Z and Ctrl+Shift+Z (row 31)', async () => {
    const { store, bounds } = await openEditor({ seconds: 60 });
    store.set(playheadAtom, 5);
    await userEvent.keyboard('i');
    store.set(playheadAtom, 15);
    await userEvent.keyboard('o');
    expect(bounds()).toEqual([[5, 15]]);
    await userEvent.keyboard('n');
    expect(bounds()).toEqual([
      [5, 15],
      [16.5, 21.5],
    ]);
    await userEvent.keyboard('{Delete}');
    expect(bounds()).toEqual([[5, 15]]);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(bounds()).toHaveLength(2);
    await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
    expect(bounds()).toHaveLength(1);
    const before = store.get(zoomAtom);
    await userEvent.keyboard('+');
    expect(store.get(zoomAtom)).toBeGreaterThan(before);
    await userEvent.keyboard('-');
    expect(store.get(zoomAtom)).toBe(before);
  });

  it('sets edges by number fields, steps of 0.1 and 1 s, and "Here" (row 31)', async () => {
    const { store, screen, bounds } = await openEditor({ seconds: HOUR });
    const end = screen.getByRole('textbox', { name: 'End' });
    await end.fill('20:00.5');
    await userEvent.keyboard('{Enter}');
    expect(bounds()).toEqual([[0, 1200.5]]);
    await expect.element(end).toHaveValue('20:00.50');
    for (const [name, to] of [
      ['End: 1 s earlier', 1199.5],
      ['End: 0.1 s earlier', 1199.4],
      ['End: 0.1 s later', 1199.5],
      ['End: 1 s later', 1200.5],
    ] as const) {
      (screen.getByRole('button', { name }).element() as HTMLElement).click();
      expect(bounds()[0]?.[1], name).toBe(to);
    }
    const later = screen.getByRole('button', { name: 'End: 1 s later' }).element() as HTMLElement;
    for (let times = 0; times < 10; times++) later.click();
    expect(bounds()[0]?.[1]).toBe(1210.5);
    store.set(playheadAtom, 600);
    (screen.getByRole('button', { name: 'Start: set to the playhead' }).element() as HTMLElement).click();
    expect(bounds()).toEqual([[600, 1210.5]]);
  });

  it('shows lengths over a minute in minutes (row 31)', async () => {
    const { store, screen } = await openEditor({ seconds: HOUR });
    await expect.element(screen.getByText('Audio duration: 3600 seconds', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'End' })).toHaveValue('1:00:00.00');
    store.set(commitAreasAtom, [area(1, 60, 1260)]);
    await expect.element(screen.getByText('60.0 s - 1260.0 s')).toBeInTheDocument();
    await expect.element(screen.getByText('20:00.0 long')).toBeInTheDocument();
  });
});

describe('the result of an action', () => {
  it('scrolls into view an hour away, and zooms in when it is too small (row 31)', async () => {
    const { screen } = await openEditor({ seconds: HOUR });
    await screen.getByRole('button', { name: 'Set new Area' }).click();
    await screen.getByRole('button', { name: 'Shorten first area' }).click();
    await expect.poll(() => isSeen(1200, HOUR)).toBe(true);
    await screen.getByRole('button', { name: 'Set new Area' }).click();
    await expect.poll(() => isSeen(1205, HOUR) && isSeen(1210, HOUR)).toBe(true);
    await expect.poll(() => waveBox().x(1210, HOUR) - waveBox().x(1205, HOUR)).toBeGreaterThan(80);
  });

  it('keep what is typed while they change, and set nothing that was not typed (row 31)', async () => {
    const { store, screen, bounds } = await openEditor({ seconds: 60 });
    const end = screen.getByRole('textbox', { name: 'End' });
    const shown = end.element() as HTMLInputElement;
    await end.click();
    for (let frame = 1; frame <= 20; frame++) {
      store.set(previewAreasAtom, [area(1, 0, 60 - frame)]);
      // At the moment of the press some of the changes are not drawn.
      shown.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    store.set(previewAreasAtom, null);
    expect(bounds()).toEqual([[0, 60]]);
    await end.fill('10');
    store.set(previewAreasAtom, [area(1, 0, 50)]);
    await settled();
    await expect.element(end).toHaveValue('10');
    store.set(previewAreasAtom, null);
    await userEvent.keyboard('{Enter}');
    expect(bounds()).toEqual([[0, 10]]);
    await expect.element(end).toHaveValue('0:10.00');
  });

  it.each(['input', 'click'])(
    'are whole again when the demonstration of the handle meets an event %s without a finger or key (row 31)',
    async (sign) => {
      const stage = await openEditor({ seconds: 60, settings: { editorDemoSeen: false } });
      const isMoving = () => (stage.bounds()[0]?.[1] ?? 60) < 60;
      await new Promise<void>((resolve) => {
        const unwatch = stage.store.sub(areasAtom, () => {
          if (!isMoving()) return;
          unwatch();
          resolve();
        });
      });
      expect(isMoving()).toBe(true);
      document.body.dispatchEvent(new Event(sign, { bubbles: true }));
      expect(stage.bounds()).toEqual([[0, 60]]);
    },
  );

  it('scrolls into view after undo, steps, edges and rows (row 31)', async () => {
    const { store, screen } = await openEditor({ seconds: HOUR });
    store.set(commitAreasAtom, [area(1, 0, 100), area(2, 3000, 3010)]);
    store.set(commitAreasAtom, [area(1, 0, 100), area(2, 3000, 3020)]);
    const goTo = async (seconds: number) => {
      store.set(zoomAtom, 100);
      await settled();
      waveBox().box.scrollLeft = seconds * 100;
      await settled();
    };
    await goTo(1000);
    (screen.getByText('3000.0 s - 3020.0 s').element() as HTMLElement).click();
    await expect.poll(() => isSeen(3000, HOUR)).toBe(true);
    await goTo(1000);
    store.set(undoAtom);
    await expect.poll(() => isSeen(3010, HOUR)).toBe(true);
    await goTo(1000);
    (screen.getByRole('button', { name: 'Start: 1 s earlier' }).element() as HTMLElement).click();
    await expect.poll(() => isSeen(2999, HOUR)).toBe(true);
    await goTo(1000);
    await userEvent.keyboard('{Home}');
    store.set(playheadAtom, 2000);
    await expect.poll(() => isSeen(2000, HOUR)).toBe(true);
    store.set(selectAreaAtom, 'area-1');
    await expect.poll(() => isSeen(0, HOUR) || isSeen(100, HOUR)).toBe(true);
    expect(store.get(areasAtom)).toHaveLength(2);
  });
});

describe('listening', () => {
  it('plays all areas in order with half a second between them; the button pauses and resumes (row 32)', async () => {
    const { store, screen, auditions } = await openEditor({ seconds: 60 });
    store.set(commitAreasAtom, [area(1, 2, 4), area(2, 10, 12)]);
    await screen.getByRole('button', { name: 'Play all areas' }).click();
    expect(auditions).toHaveLength(1);
    expect(auditions[0]?.options).toMatchObject({
      regions: [
        { start: 2, end: 4 },
        { start: 10, end: 12 },
      ],
      gapSeconds: 0.5,
    });
    if (auditions[0]) auditions[0].at = 11;
    await screen.getByRole('button', { name: 'Pause all areas' }).click();
    expect(auditions[0]?.stopped).toBe(true);
    expect(store.get(playheadAtom)).toBe(11);
    await screen.getByRole('button', { name: 'Play all areas' }).click();
    expect(auditions[1]?.options.regions).toEqual([{ start: 11, end: 12 }]);
  });

  it('turns an area’s button into pause while it plays, with one sound at a time (row 32)', async () => {
    const { store, screen, auditions } = await openEditor({ seconds: 60 });
    store.set(commitAreasAtom, [area(1, 2, 4), area(2, 10, 12)]);
    const press = (name: string) => (screen.getByRole('button', { name }).element() as HTMLElement).click();
    await expect.element(screen.getByRole('button', { name: 'Play area 2' })).toBeInTheDocument();
    press('Play area 2');
    await expect.element(screen.getByRole('button', { name: 'Pause area 2' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Play area 1' }).query()).not.toBeNull();
    press('Play area 1');
    expect(auditions.map(({ stopped }) => stopped)).toEqual([true, false]);
    await expect.element(screen.getByRole('button', { name: 'Pause area 1' })).toBeInTheDocument();
    auditions[1]?.options.onEnded();
    await expect.element(screen.getByRole('button', { name: 'Play area 1' })).toBeInTheDocument();
  });

  it('stops the areas when the mini player starts, and vice versa (row 32)', async () => {
    const { store, screen, auditions } = await openEditor({ seconds: 60 });
    const playback = createFakePlayback();
    localStorage.setItem('aural.adultConfirmed', 'true');
    store.set(connectPlaybackAtom, playback);
    await screen.getByRole('button', { name: 'Play all areas' }).click();
    store.set(putRowsAtom, 'tracks', [buildTrack({ id: 't1' })]);
    await store.set(playTrackAtom, 't1');
    playback.emit({ type: 'playing' });
    await expect.poll(() => auditions[0]?.stopped).toBe(true);
    await screen.getByRole('button', { name: 'Play all areas' }).click();
    expect(playback.calls).toContain('pause');
  });
});
