// Runs gates one after another (two cores: in turn, not at once), shows their output, sums up.
import { spawn } from 'node:child_process';
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

/** @param {Gate} gate @returns {Promise<number>} exit code */
function runGate({ command, args, env = process.env, cwd = ROOT }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs every gate even after a failure, so that one run shows all that is wrong.
 * @param {Gate[]} gates
 */
export async function runGates(gates) {
  const rows = [];
  for (const gate of gates) {
    console.log(`\n── ${gate.name}`);
    const started = Date.now();
    const code = await runGate(gate);
    rows.push({ name: gate.name, ok: code === 0, seconds: (Date.now() - started) / 1000 });
  }
  console.log('');
  for (const row of rows)
    console.log(`${row.ok ? 'ok    ' : 'FAILED'} ${row.name} (${row.seconds.toFixed(1)} s)`);
  const failed = rows.filter((row) => !row.ok).length;
  console.log(`gates: ${rows.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
