// A list of thousands on a slow phone: scrolled to its end, then again; compared with an empty page
// that computes as much in each of its frames: what the machine makes of it is not ours.
import { scrollThrough, scrollUntil } from './scrolling.mjs';
import { longestComputed } from './threadClock.mjs';

const LONGEST_TASK = { unit: 'ms', atMost: 100 };
/** As long as a list of thousands. */
const EMPTY = '<!doctype html><body style="margin:0"><div style="height:400000px"></div></body>';
const TRIED_TURNS = 20_000_000;

function compute(turns) {
  let sum = 0;
  for (let turn = 0; turn < turns; turn++) sum += Math.sqrt(turn);
  return sum;
}

/** How often `compute` must turn for this many milliseconds of this machine. */
function turnsFor(milliseconds) {
  compute(TRIED_TURNS);
  const from = process.cpuUsage().user;
  compute(TRIED_TURNS);
  return Math.round((TRIED_TURNS * milliseconds * 1000) / (process.cpuUsage().user - from));
}

/** Scrolls an empty page whose frames each compute for `milliseconds` of this machine. */
async function emptyPage(phone, milliseconds) {
  const { page } = phone;
  await page.goto('about:blank');
  await page.setContent(EMPTY);
  await page.evaluate(`{
    const compute = ${compute};
    const next = () => {
      compute(${turnsFor(milliseconds)});
      requestAnimationFrame(next);
    };
    next();
  }`);
  return longestOf(phone, () => scrollThrough(page));
}

/** The longest task by the wall, and what of the longest the page itself computed. */
async function longestOf({ page, longestTask }, work) {
  const { result, milliseconds } = await longestTask(() => longestComputed(page, work));
  return { result: result.result, wall: milliseconds, computed: result.milliseconds };
}

/**
 * `known`: length of the list; `drawn`: rows in the document; `slowed`: how many times slower
 * the browser is.
 * @returns {Promise<import('../harness/measure.mjs').Bar[]>}
 */
export async function measureLongList(phone, { count, noun, known, drawn, slowed }) {
  const { page } = phone;
  const coming = await longestOf(phone, () => scrollUntil(page, count, known));
  if (coming.result < count) {
    const end = await page.locator('main').innerText();
    throw new Error(`only ${coming.result} of ${count} ${noun} came; the page ends with: ${end.slice(-200)}`);
  }
  const going = await longestOf(phone, () => scrollThrough(page));
  const rows = await drawn();
  const empty = await emptyPage(phone, Math.max(coming.computed, going.computed));
  const bars = ({ wall, computed }, when) => [
    { what: `longest task while ${when}`, value: wall, ...LONGEST_TASK },
    { what: `  of which the page computed, ${slowed} ×`, value: computed * slowed, unit: 'ms' },
  ];
  return [
    ...bars(coming, `${count} ${noun} come`),
    ...bars(going, `scrolling through ${count} ${noun}`),
    {
      what: `longest task of an empty page that computes ${Math.round(empty.computed * slowed)} ms a frame`,
      value: empty.wall,
      unit: 'ms',
    },
    { what: `${noun} in the document`, value: rows, unit: '', atMost: 40 },
  ];
}
