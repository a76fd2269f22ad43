// `npm run bench -- dsp`: the shipped wasm and its peers in one process or page. Each *.rows.mjs exports
// `rows({ quick })`, a list of `Row` (bench/harness/measure.mjs).
import { readdirSync } from 'node:fs';
import { measure } from '../harness/measure.mjs';
import { barLine, keep, machine, resultLines } from '../harness/report.mjs';

/** @param {{ quick: boolean, only?: string }} options */
export async function bench({ quick, only }) {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.rows.mjs'));
  const results = [];
  const failures = [];
  const { cpu, cores, load, node } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}, Node ${node}${quick ? ', quick' : ''}`);
  for (const file of files.sort()) {
    const { rows } = await import(new URL(file, import.meta.url).href);
    for (const row of await rows({ quick })) {
      if (only && !row.name.toLowerCase().includes(only.toLowerCase())) continue;
      if (row.notRun) {
        results.push({ name: row.name, notRun: row.notRun });
        console.log(`\n${row.name}\n  not run: ${row.notRun}`);
        continue;
      }
      try {
        const result = row.ours ? await measure(row, { rounds: quick ? 3 : 9 }) : { name: row.name };
        const bars = (await row.bars?.()) ?? [];
        results.push({ ...result, ...(bars.length > 0 ? { bars } : {}) });
        const timed = row.ours ? resultLines(result) : [`\n${row.name}`];
        console.log([...timed, ...bars.map(barLine)].join('\n'));
      } catch (error) {
        // A wrong result must not be hidden by later rows.
        failures.push(row.name);
        console.error(`\n${row.name}\n  WRONG: ${error.message}`);
      } finally {
        await row.close?.();
      }
    }
  }
  console.log(`\n${keep('dsp', { quick, results })}`);
  if (failures.length > 0) process.exitCode = 1;
}
