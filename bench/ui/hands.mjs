// What a person does in the editor, with a look at whether it did anything: a drag that missed the wave costs nothing.

/** A slow page shows late what was done. */
const PATIENCE_MS = 5_000;
/** A press on a wave that still scrolls stops it and is no tap. */
const STILL_MS = 600;

const wave = (page) => page.getByTestId('waveform').locator('> div').first();
const scrolled = (page) => wave(page).evaluate((box) => box.scrollLeft);
/** Handles of an area that is small on the screen are there and hidden. */
const slider = (page, name) => page.locator(`[role=slider][aria-label="${name}"]`);
const secondsOf = async (page, name) => Number(await slider(page, name).getAttribute('aria-valuenow'));

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 20 });
  await page.mouse.up();
}

async function changes(what, look, work) {
  const before = await look();
  await work();
  const until = performance.now() + PATIENCE_MS;
  while ((await look()) === before) {
    if (performance.now() > until) throw new Error(`${what} changed nothing: ${before}`);
  }
}

async function dragHandle(page, name, by) {
  const box = await slider(page, name).boundingBox();
  if (!box) throw new Error(`no handle ${name}`);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag(page, from, { x: from.x + by, y: from.y });
}

/** Zooms in and out of the whole take by the buttons, pans, moves both edges of the area, sets the playhead. */
export async function dragAndZoom(page) {
  const zoom = (name) => page.getByRole('button', { name, exact: true }).click();
  const width = () => wave(page).evaluate((box) => box.scrollWidth);
  await changes(
    'dragging the end',
    () => secondsOf(page, 'Area 1, end'),
    () => dragHandle(page, 'Area 1, end', -80),
  );
  await changes(
    'dragging the start',
    () => secondsOf(page, 'Area 1, start'),
    () => dragHandle(page, 'Area 1, start', 60),
  );
  for (let turn = 0; turn < 5; turn++) {
    await changes('zooming in', width, () => zoom('Zoom in'));
    const { x, y } = await wave(page).boundingBox();
    const [left, right] = [
      { x: x + 40, y: y + 60 },
      { x: x + 280, y: y + 60 },
    ];
    await changes(
      'panning',
      () => scrolled(page),
      () => drag(page, right, left),
    );
    await changes(
      'panning back',
      () => scrolled(page),
      () => drag(page, left, right),
    );
    await page.waitForTimeout(STILL_MS);
    await changes(
      'a tap',
      () => secondsOf(page, 'Position'),
      () => page.mouse.click(left.x + 30 * turn, left.y),
    );
  }
  for (let turn = 0; turn < 5; turn++) await changes('zooming out', width, () => zoom('Zoom out'));
}

/** Keeps three regions that are nearly the whole take; answers their sum in seconds. */
export async function keepThirds(page, seconds) {
  const clear = page.getByRole('button', { name: 'Clear all' });
  if (await clear.isEnabled()) await clear.click();
  await page.getByRole('button', { name: 'Set new Area' }).click();
  await page.getByRole('button', { name: 'Shorten first area' }).click();
  const third = seconds / 3;
  for (const index of [1, 2]) {
    await page.getByRole('button', { name: 'Set new Area' }).click();
    // The end first: the start stops before it.
    for (const [edge, to] of [
      ['End', (index + 1) * third],
      ['Start', index * third + 1],
    ]) {
      const field = page.getByRole('textbox', { name: edge, exact: true });
      await field.fill(to.toFixed(2));
      await field.press('Enter');
    }
  }
  let kept = 0;
  for (const n of [1, 2, 3])
    kept += (await secondsOf(page, `Area ${n}, end`)) - (await secondsOf(page, `Area ${n}, start`));
  if (Math.abs(kept - seconds) > 10) throw new Error(`${kept} s are kept of ${seconds}`);
  return kept;
}
