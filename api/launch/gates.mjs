// Runs gates: stages one after another, the lanes of a stage in parallel, the gates of a lane in order. Prints a summary.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string | undefined>} [env]
 * @property {string} [cwd]
 */

/** @typedef {{ name: string, ok: boolean, seconds: number, ending: string[] }} Row */

/** Last lines of a failed gate that are repeated at the end of the log. */
const ENDING_LINES = 60;

/**
 * Runs one gate. If others run in parallel, each line starts with the gate's name.
 * @param {Gate} gate @param {boolean} isOnly @returns {Promise<Row>}
 */
async function runGate({ name, command, args, env = process.env, cwd = ROOT }, isOnly) {
  const started = Date.now();
  /** @type {string[]} */
  const ending = [];
  const say = (/** @type {string} */ line) => {
    console.log(`${name} │ ${line}`);
    if (ending.push(line) > ENDING_LINES) ending.shift();
  };
  console.log(`\n── ${name}`);
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: isOnly ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', say);
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  return { name, ok: code === 0, seconds: (Date.now() - started) / 1000, ending };
}

/** @param {Gate[]} lane @param {boolean} isOnly @returns {Promise<Row[]>} */
async function runLane(lane, isOnly) {
  const rows = [];
  for (const gate of lane) rows.push(await runGate(gate, isOnly));
  return rows;
}

/**
 * Runs every gate even after a failure, so that one run shows all failures.
 * @param {Gate[][][]} stages
 */
export async function runGates(stages) {
  const started = Date.now();
  const rows = [];
  for (const stage of stages) {
    const lanes = stage.filter((lane) => lane.length > 0);
    rows.push(...(await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)))).flat());
  }
  for (const { name, ok, ending } of rows)
    if (!ok && ending.length > 0) console.log(`\n── ${name} failed, its last lines:\n${ending.join('\n')}`);
  console.log('');
  for (const row of rows)
    console.log(`${row.ok ? 'ok    ' : 'FAILED'} ${row.name} (${row.seconds.toFixed(1)} s)`);
  const failed = rows.filter((row) => !row.ok).length;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`gates: ${rows.length - failed} passed, ${failed} failed (${seconds} s)`);
  process.exitCode = failed > 0 ? 1 : 0;
}
