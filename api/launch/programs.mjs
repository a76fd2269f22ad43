// Programs for tests and benches that npm does not install: found on this machine or installed with apt. Each function skips
// itself when it has nothing to do and names the fix when it fails. Uses Node's built-ins only.
import { ToolchainError, tryRun } from '../../dsp/toolchain/run.mjs';

/**
 * Installs missing Debian packages if apt is available.
 * @param {string} name what they bring @param {string[]} packages
 * @param {() => boolean | Promise<boolean>} isThere @param {string} remedy
 */
async function byApt(name, packages, isThere, remedy) {
  if (await isThere()) return;
  const missing = new ToolchainError(`no ${name}`, remedy);
  if (!(await tryRun('apt-get', ['--version']))) throw missing;
  const started = Date.now();
  console.log(`${name} (apt) …`);
  await tryRun('apt-get', ['-q', 'update']);
  await tryRun('apt-get', ['-q', '-y', '--no-install-recommends', 'install', ...packages]);
  if (!(await isThere())) throw missing;
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Finds a Chromium for the browser tests: Playwright's own, a system one, else Debian's by apt. */
export async function chromium() {
  const { chromiumPath } = await import('../../tests/support/browser/chromium.mjs');
  const remedy = 'npx playwright install chromium, or sudo apt-get install chromium';
  await byApt('Chromium', ['chromium'], () => chromiumPath() !== undefined, remedy);
}

/** Finds the browsers that Playwright does not drive, and the display and sound device that one of them needs. */
export async function otherBrowsers() {
  await byApt(
    'Firefox ESR',
    ['firefox-esr'],
    async () => (await tryRun('firefox-esr', ['--version'])) !== null,
    'sudo apt-get install firefox-esr',
  );
  const webKit = [
    'webkit2gtk-driver',
    'xvfb',
    'xauth',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-plugins-bad',
  ];
  await byApt(
    'WebKitGTK',
    webKit,
    async () => (await tryRun('sh', ['-c', 'command -v WebKitWebDriver && command -v xvfb-run'])) !== null,
    `sudo apt-get install ${webKit.join(' ')}`,
  );
  await byApt(
    'a sound device',
    ['pulseaudio'],
    async () => (await tryRun('pulseaudio', ['--version'])) !== null,
    'sudo apt-get install pulseaudio',
  );
}

/** Finds ffmpeg and ffprobe, whose encoders make the tests' files: the system's, else Debian's by apt. */
export const ffmpeg = () =>
  byApt(
    'ffmpeg',
    ['ffmpeg'],
    async () => Boolean((await tryRun('ffmpeg', ['-version'])) && (await tryRun('ffprobe', ['-version']))),
    'sudo apt-get install ffmpeg',
  );

/** Finds the synthesiser that speaks in the benches of the voice tools. */
export const speech = () =>
  byApt(
    'speech',
    ['espeak-ng'],
    async () => (await tryRun('espeak-ng', ['--version'])) !== null,
    'sudo apt-get install espeak-ng',
  );

/** Finds PostgreSQL's programs; the tests start their own server. */
export async function postgres() {
  const { postgresPrograms } = await import('../../tests/support/database/postgresCluster.mjs');
  const remedy = 'sudo apt-get install postgresql';
  // Prevents Debian from creating and starting a cluster.
  await byApt('PostgreSQL', ['postgresql'], () => postgresPrograms() !== null, remedy);
}

/** The first Go version that downloads a newer one through the module proxy when a module requires it. */
const GO_MINOR = 21;

/** Finds a Go compiler, which builds the S3 server of the tests. */
export const goCompiler = () =>
  byApt(
    'Go compiler',
    ['golang-go'],
    async () => Number(/go1\.(\d+)/.exec((await tryRun('go', ['version'])) ?? '')?.[1] ?? 0) >= GO_MINOR,
    `Go 1.${GO_MINOR} or newer (apt-get install golang, or https://go.dev/dl)`,
  );

/** Finds Caddy, the proxy of `deploy/compose.yaml`. */
export const caddy = () =>
  byApt(
    'Caddy',
    ['caddy'],
    async () => (await tryRun('caddy', ['version'])) !== null,
    'sudo apt-get install caddy',
  );
