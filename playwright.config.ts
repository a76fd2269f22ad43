// Browser journeys against the built app on a server of its own (tests/e2e/server.ts starts it).
import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from './tests/support/browser/chromium.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // The rows of the feature inventory take long: a gate of their own (`npm run test:rows`).
  testIgnore: process.env.TEST_ROWS ? [] : 'tests/e2e/rows/**',
  fullyParallel: false,
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // A machine that others use may starve real sound for seconds; the list names each that needed its second try.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 360, height: 640 },
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS },
    locale: 'en-US',
    // Nobody opens a trace where CI ran; its lines would push the error out of sight.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
});
