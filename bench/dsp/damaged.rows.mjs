// Broken recordings made playable: seconds of audio that ours keeps, compared with ffmpeg set to ignore errors and the
// browser's own decoder, file by file. Silence put in for a hole does not count as kept.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource, loadCore } from '../../dsp/cli/node.mjs';
import { openChromium } from '../browser/chromium.mjs';
import { damagedFiles } from './damage.mjs';

/** Codecs count what they put around a stream differently: the longest frame of any of them, AAC's at 48 kHz twice. */
const TOLERANCE_SECONDS = 0.05;
const BYTES_PER_SECOND = 48_000 * 2;

/** 0 when it is refused. */
function ourSeconds(core, path) {
  const source = fileSource(path);
  try {
    return core.repair(source, { write() {}, patch() {} }, false).secondsKept;
  } catch (error) {
    // A refusal has a name; anything else is our own bug and must be seen.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return 0;
  } finally {
    source.close();
  }
}

function ffmpegSeconds(path) {
  const sound = ['-f', 's16le', '-ac', '1', '-ar', '48000', '-'];
  const args = ['-v', 'quiet', '-nostdin', '-err_detect', 'ignore_err', '-i', path, ...sound];
  return spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 }).stdout.length / BYTES_PER_SECOND;
}

/** @param {{ quick: boolean }} options */
export function rows({ quick }) {
  const name = 'seconds kept of damaged files';
  let browser;
  return [
    {
      name,
      async bars() {
        const folder = mkdtempSync(join(tmpdir(), 'aural-damage-'));
        const core = await loadCore();
        const set = damagedFiles(folder, quick ? 6 : 20);
        const addresses = Object.fromEntries(set.map(({ path }, index) => [`/damaged/${index}`, path]));
        browser = await openChromium(addresses);
        const totals = { ours: 0, ffmpeg: 0, chromium: 0 };
        let reached = 0;
        for (const [index, { format, kind, path }] of set.entries()) {
          const ours = ourSeconds(core, path);
          const ffmpeg = ffmpegSeconds(path);
          const chromium = await browser.page.evaluate((at) => bench.browserSeconds(at), `/damaged/${index}`);
          totals.ours += ours;
          totals.ffmpeg += ffmpeg;
          totals.chromium += chromium;
          if (ours >= Math.max(ffmpeg, chromium) - TOLERANCE_SECONDS) reached += 1;
          else {
            const seconds = [ours, ffmpeg, chromium].map((value) => value.toFixed(2));
            console.log(
              `  fewer: ${format}, ${kind}: ours ${seconds[0]} s, ffmpeg ${seconds[1]}, Chromium ${seconds[2]}`,
            );
          }
        }
        rmSync(folder, { recursive: true });
        const peers = browser ? 'either peer' : 'ffmpeg (there is no Chromium)';
        return [
          {
            what: `files of ${set.length} with no less than ${peers}`,
            value: reached,
            unit: '',
            atLeast: set.length,
          },
          { what: 'in all, ours', value: totals.ours, unit: 's' },
          { what: 'ffmpeg', value: totals.ffmpeg, unit: 's' },
          ...(browser ? [{ what: 'Chromium', value: totals.chromium, unit: 's' }] : []),
        ];
      },
      close: () => browser?.close(),
    },
  ];
}
