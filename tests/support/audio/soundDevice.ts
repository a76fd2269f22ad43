// A silent sound device for browsers that stop playback without one: PulseAudio with a null
// sink, which takes samples at the pace of a real device.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_TRIES = 200;
const RETRY_MS = 50;

export interface SoundDevice {
  /** Environment of the program that plays there. */
  env: { PULSE_SERVER: string };
  close(): void;
}

/** Rejects with PulseAudio's message when it does not start. */
export async function openSoundDevice(): Promise<SoundDevice> {
  const folder = mkdtempSync(join(tmpdir(), 'aural-sound-'));
  const socket = join(folder, 'native');
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1'],
      ...['-L', 'module-null-sink', '-L', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`],
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
    },
  );
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  let hasEnded = false;
  server.on('error', (error) => {
    said += error.message;
    hasEnded = true;
  });
  server.on('exit', () => {
    hasEnded = true;
  });
  const close = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: RETRY_MS });
  };
  for (let tries = 0; !existsSync(socket); tries++) {
    if (hasEnded || tries === START_TRIES) {
      close();
      throw new Error(`PulseAudio did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return { env: { PULSE_SERVER: `unix:${socket}` }, close };
}
