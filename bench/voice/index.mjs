// `npm run bench -- voice`: what the tools for a voice must show, by measurement, on material whose labels are known.
// Each *.rows.mjs exports `rows({ quick })`: `{ name, bars() }`, `{ name, notRun }` where something is missing here, or
// `{ name, provenBy: { file, test } }` where no figure can show it and a test does.
import { readdirSync, readFileSync } from 'node:fs';
import { barLine, keep, machine } from '../harness/report.mjs';

/** @param {{ quick: boolean, only?: string }} options */
export async function bench({ quick, only }) {
  const { cpu, cores, load, node } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}, Node ${node}${quick ? ', quick' : ''}`);
  const results = [];
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.rows.mjs'));
  for (const file of files.sort()) {
    const { rows } = await import(new URL(file, import.meta.url).href);
    for (const row of await rows({ quick })) {
      if (only && !row.name.toLowerCase().includes(only.toLowerCase())) continue;
      console.log(`\n${row.name}`);
      if (row.notRun) {
        console.log(`  not run: ${row.notRun}`);
        results.push({ name: row.name, notRun: row.notRun });
        continue;
      }
      try {
        if (row.provenBy) {
          const { file: test, test: title } = row.provenBy;
          if (!readFileSync(new URL(`../../${test}`, import.meta.url), 'utf8').includes(`'${title}'`))
            throw new Error(`${test} has no test "${title}"`);
          console.log(`          by a test, not here: ${test}: ${title}`);
          results.push({ name: row.name, provenBy: row.provenBy });
          continue;
        }
        const bars = await row.bars();
        console.log(bars.map(barLine).join('\n'));
        results.push({ name: row.name, bars });
      } catch (error) {
        console.error(`  WRONG: ${error.message}`);
        process.exitCode = 1;
      } finally {
        await row.close?.();
      }
    }
  }
  console.log(`\n${keep('voice', { quick, results })}`);
}
