// `npm run bench -- dsp`: the shipped wasm beside its peers in one process. Each *.rows.mjs exports
// `rows({ quick })`, a list of `Row` (bench/harness/measure.mjs).
import { readdirSync } from 'node:fs';
import { measure } from '../harness/measure.mjs';
import { keep, machine, resultLines } from '../harness/report.mjs';

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
      try {
        const result = await measure(row, { rounds: quick ? 3 : 9 });
        results.push(result);
        console.log(resultLines(result).join('\n'));
      } catch (error) {
        // A wrong result must not be outrun by the rows after it.
        failures.push(row.name);
        console.error(`\n${row.name}\n  WRONG: ${error.message}`);
      }
    }
  }
  console.log(`\n${keep('dsp', { quick, results })}`);
  if (failures.length > 0) process.exitCode = 1;
}
