// `npm run bench -- ui`: the shipped app on a browser of a quarter of this machine's speed: the feed on slow 4G, and long
// takes, cut into three regions, compared with decodeAudioData and wavesurfer.js on the same files.
import { barLine, keep, machine } from '../harness/report.mjs';
import { measureAlone } from './alone.mjs';
import { measureCleanUp } from './cleanUp.mjs';
import { measureComments } from './comments.mjs';
import { closeApp, measureEditor, openApp } from './editor.mjs';
import { measureFeed } from './feed.mjs';
import { noisy, recorded, uploaded } from './files.mjs';
import { measureMotions } from './motions.mjs';
import { measureRoutes } from './routes.mjs';
import { measureVisualizer } from './visualizer.mjs';

const FACTOR = 4;
const MEGABYTE = 1_000_000;
const LONGEST_TASK = { unit: 'ms', atMost: 100 };

/** @param {{ quick: boolean, only?: string }} options */
export async function bench({ quick, only }) {
  const { cpu, cores, load } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}, every process of the browser slowed ${FACTOR} times`);
  const take = (name, minutes, make) => ({
    title: `${minutes} min of ${name} in the editor`,
    measure: () => measureTake(make(minutes), minutes),
  });
  const rows = [
    { title: 'the feed, cold, on slow 4G', measure: () => measureFeed({ factor: FACTOR, quick }) },
    { title: '2,000 comments', measure: () => measureComments({ factor: FACTOR, quick }) },
    { title: 'in and out of every route', measure: () => measureRoutes({ quick }) },
    {
      title: 'the visualizer while a voice plays',
      measure: () => measureVisualizer({ factor: FACTOR, quick }),
    },
    {
      title: 'the cover’s and the ring’s motion, only the page’s thread slowed',
      measure: () => measureMotions({ factor: FACTOR, quick }),
    },
    take('WebM/Opus', quick ? 6 : 60, recorded),
    take('MP3', quick ? 5 : 50, uploaded),
    {
      title:
        'clean up: an hour with hum, hiss and clicks, heard cleaned up, pressed as soon as it is in the list',
      measure: () => heardCleanedUp(quick ? 6 : 60, 0),
    },
    {
      title: 'clean up: the same, pressed two seconds later',
      measure: () => heardCleanedUp(quick ? 6 : 60, 2_000),
    },
    {
      // The encoder's segments are two minutes long: each of two workers has three.
      title: 'clean up: twelve minutes with hum, hiss and clicks, searched and exported',
      measure: () => cleanedUp(quick ? 2 : 12),
    },
  ].filter(({ title }) => !only || title.toLowerCase().includes(only.toLowerCase()));
  const results = [];
  await openApp();
  try {
    for (const { title, measure } of rows) {
      console.log(`\n${title}`);
      try {
        const bars = await measure();
        // Of a part of the work there are figures, no promises.
        if (quick)
          for (const bar of bars) for (const bound of ['atLeast', 'atMost', 'below']) delete bar[bound];
        console.log(bars.map(barLine).join('\n'));
        results.push({ name: title, bars });
      } catch (error) {
        console.error(`  WRONG: ${error.message}`);
        results.push({ name: title, wrong: error.message });
        process.exitCode = 1;
      }
    }
  } finally {
    await closeApp();
  }
  console.log(`\n${keep('ui', { quick, results })}`);
}

/** By the thread's clock; by the wall a task also holds what others took of the processor. */
const taskBars = (when, { byWall, computed }) => [
  { what: `longest task ${when}`, value: computed, ...LONGEST_TASK },
  { what: `the same by the wall`, value: byWall, unit: 'ms' },
];

/** How soon a long take is heard. */
async function heardCleanedUp(minutes, readingMs) {
  const made = await measureCleanUp(noisy(minutes), { factor: FACTOR, workers: 2, readingMs });
  return [
    ...conditions(made),
    { what: 'from "Clean up" to the first changed sound', value: made.heard, unit: 's', atMost: 1 },
    { what: 'from "Clean up" to Play', value: made.playable, unit: 's' },
    ...taskBars('until then', made.starting),
    ...taskBars('while it is searched and played', made.searching),
    { what: "page's JS heap", value: made.heapBytes / MEGABYTE, unit: 'MB', below: 150 },
  ];
}

/** How long the work on a whole take lasts. */
async function cleanedUp(minutes) {
  const made = await measureCleanUp(noisy(minutes), { minutes, factor: FACTOR, workers: 2 });
  const pace = (seconds) => (minutes * 60) / seconds;
  return [
    ...conditions(made),
    { what: 'searched, by one of the workers', value: pace(made.searched), unit: '× real time', atLeast: 40 },
    { what: 'exported as MP3, by two workers', value: pace(made.exported), unit: '× real time', atLeast: 40 },
    ...taskBars('while exporting', made.exporting),
    { what: "page's JS heap", value: made.heapBytes / MEGABYTE, unit: 'MB', below: 150 },
  ];
}

const conditions = ({ slower }) => [
  { what: 'really slower', value: slower, unit: '×' },
  { what: 'load of the machine', value: machine().load, unit: '' },
];

async function measureTake(path, minutes) {
  const take = { minutes, factor: FACTOR };
  const two = await measureEditor(path, { ...take, workers: 2 });
  const one = await measureEditor(path, { ...take, workers: 1, onlyExport: true });
  const alone = await measureAlone(path, take);
  return [
    { what: 'really slower', value: two.slower, unit: '×' },
    { what: 'first peaks', value: two.firstPeaks, unit: 's', atMost: 1 },
    { what: 'editable', value: two.editable, unit: 's', atMost: 3 },
    { what: 'drawn whole', value: two.whole, unit: 's', atMost: 30 },
    { what: 'drawn whole, one worker', value: one.whole, unit: 's' },
    { what: 'drawn whole, only wavesurfer.js', value: alone.drawn, unit: 's' },
    { what: 'three regions to MP3, two workers', value: two.pace, unit: '× real time', atLeast: 40 },
    { what: 'three regions to MP3, one worker', value: one.pace, unit: '× real time' },
    { what: 'two workers over one', value: two.pace / one.pace, unit: '×', atLeast: 1.8 },
    { what: "page's JS heap", value: two.heapBytes / MEGABYTE, unit: 'MB', below: 150 },
    { what: "page's JS heap, only wavesurfer.js", value: alone.heapBytes / MEGABYTE, unit: 'MB' },
    { what: 'longest task while it opens', value: two.openingTask, unit: 'ms' },
    { what: 'longest task while it opens, only wavesurfer.js', value: alone.openingTask, unit: 'ms' },
    { what: 'longest task while dragging and zooming', value: two.movingTask, ...LONGEST_TASK },
    { what: 'longest task while exporting', value: two.exportingTask, ...LONGEST_TASK },
  ];
}
