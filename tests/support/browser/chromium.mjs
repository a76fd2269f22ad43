// Finds Chromium for browser tests: CHROMIUM_PATH, Playwright's own if present, or a system one.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** @returns {string | undefined} undefined when there is none */
export function chromiumPath() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path));
}

/** Flags for a machine without sandbox, graphics card or open network; the microphone is a file or a tone. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];
