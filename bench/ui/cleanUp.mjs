// A noisy take in the editor's tool "Clean up": how soon it is heard cleaned up, how long the search and the export take.
import { openPhone } from './browser.mjs';
import { chooseFile, exportKept, mark, open } from './editor.mjs';
import { longestComputed } from './threadClock.mjs';

/** How long a long take is searched and played meanwhile, milliseconds. */
const PLAYED_MS = 10_000;

/** In the page: marks the press, plays as soon as that is possible, marks the first sound. */
function playAtOnce() {
  addEventListener('click', () => performance.mark('bench:clean-up'), { capture: true, once: true });
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    performance.mark('bench:sound');
    AudioBufferSourceNode.prototype.start = start;
    return start.apply(this, when);
  };
  const observer = new MutationObserver(() => {
    const play = document.querySelector('[aria-label=Play]:not(:disabled)');
    if (!play || !document.querySelector('[role=switch]')) return;
    observer.disconnect();
    performance.mark('bench:playable');
    // A person's press is a task of its own.
    setTimeout(() => play.click());
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  const found = new MutationObserver(() => {
    const texts = [...document.querySelectorAll('p[role=status]')].map((status) => status.textContent);
    if (!texts.some((text) => text.startsWith('We found'))) return;
    found.disconnect();
    performance.mark('bench:found');
  });
  found.observe(document.body, { characterData: true, childList: true, subtree: true });
}

/**
 * With `minutes` the whole take is searched and exported; all in seconds, milliseconds and bytes. `readingMs`: from the list of
 * tools to the press.
 */
export async function measureCleanUp(path, { minutes, factor, workers, readingMs = 0 }) {
  const phone = await openPhone(factor);
  const { page } = phone;
  /** The longest task by the wall, and by its thread's clock on the slower device: that clock stops with the browser. */
  const tasksOf = async (work) => {
    const { result, milliseconds } = await phone.longestTask(() => longestComputed(page, work));
    return { ...result, byWall: milliseconds, computed: factor * result.milliseconds };
  };
  try {
    await chooseFile(page, path, workers);
    await open(page);
    const starting = await tasksOf(() => start(page, readingMs));
    const at = starting.result;
    const searching = await tasksOf(() =>
      minutes ? mark(page, 'bench:found') : page.waitForTimeout(PLAYED_MS),
    );
    const exporting = minutes && (await tasksOf(() => applyAndExport(page, minutes)));
    return {
      playable: (at.playable - at.pressed) / 1000,
      heard: (at.sound - at.pressed) / 1000,
      searched: (searching.result - at.pressed) / 1000,
      exported: exporting?.result,
      starting,
      searching,
      exporting,
      heapBytes: phone.heapPeakBytes(),
      slower: await phone.close(),
    };
  } catch (error) {
    await phone.close();
    throw error;
  }
}

async function start(page, readingMs) {
  await page.getByRole('button', { name: 'Tools' }).click();
  const tool = page.getByRole('button', { name: /^Clean up/ });
  await tool.waitFor();
  await page.waitForTimeout(readingMs);
  await page.evaluate(playAtOnce);
  await tool.click();
  return {
    pressed: await mark(page, 'bench:clean-up'),
    playable: await mark(page, 'bench:playable'),
    sound: await mark(page, 'bench:sound'),
  };
}

async function applyAndExport(page, minutes) {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  return exportKept(page, minutes * 60);
}
