// Runs a program and keeps its output for the moment it fails.
import { spawn } from 'node:child_process';

/** A step that cannot go on: `message` names what is missing, `remedy` the command that brings it. */
export class ToolchainError extends Error {
  name = 'ToolchainError';
  /** @param {string} message @param {string} remedy */
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * Resolves to stdout; rejects with the last lines of output and the exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd, env, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let stdout = '';
    let all = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      all += chunk;
    });
    child.stderr.on('data', (chunk) => {
      all += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(stdout);
      const tail = all.trimEnd().split('\n').slice(-25).join('\n');
      reject(new Error(`${command} ${args[0] ?? ''} ended with ${signal ?? code}\n${tail}`));
    });
  });
}

/**
 * stdout of a command, or null when it cannot be run or fails.
 * @param {Parameters<typeof run>} call
 */
export async function tryRun(...call) {
  try {
    return await run(...call);
  } catch {
    return null;
  }
}
