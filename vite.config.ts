// The app build (dist/web), the server build (`--ssr --mode api` → dist/api) and the Vitest projects.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compressedTwins } from './api/launch/compressedTwins.mjs';
import { frameDocuments } from './src/app/firstPaint/build.mjs';
import { displayFont } from './src/app/font/build.mjs';
import { appIcons } from './src/app/icon/build.mjs';
import { serviceWorker } from './src/offline/build.mjs';
import { chromiumPath } from './tests/support/browser/chromium.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const API = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`;

/** Keeps dsp/pkg in step with the Rust sources; in development a change there reloads the page. */
function audioCore(): Plugin {
  const build = async () => {
    const { buildCore } = await import('./dsp/toolchain/core.mjs');
    await buildCore({ log: (line: string) => console.log(`dsp: ${line}`) });
  };
  return {
    name: 'audio-core',
    // Tests take dsp/pkg as `npm test` prepared it: several projects would build it at once.
    apply: () => process.env.VITEST === undefined,
    async buildStart() {
      await build();
    },
    configureServer(server) {
      server.watcher.add(['core', 'results', 'worker', 'worklet'].map((crate) => at(`dsp/${crate}/src`)));
      server.watcher.on('change', async (file) => {
        if (!file.endsWith('.rs')) return;
        try {
          await build();
          server.ws.send({ type: 'full-reload' });
        } catch (error) {
          server.config.logger.error(String(error));
        }
      });
    },
  };
}

/**
 * The published react-router prints warnings for developers and can't be tree-shaken: names on its components and calls
 * that nothing declares free of effects keep parts of its framework mode in the first script (1.4 kB compressed).
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler: (code) =>
        code
          .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  };
}

/**
 * In tests the server's threads are those that ship, where they have just been built (`SERVER_BUILT`): compiling the
 * sources of one takes several times as long as what it does.
 */
function builtThreads(): Plugin {
  const room = at('api/');
  const own = '\0built-thread';
  return {
    name: 'built-threads',
    enforce: 'pre',
    apply: () => process.env.VITEST !== undefined && process.env.SERVER_BUILT !== undefined,
    resolveId: (source, importer) =>
      source.endsWith('/thread.ts') && importer?.startsWith(room) ? own : undefined,
    load: (id) =>
      id === own
        ? `import { startThread as start } from ${JSON.stringify(at('api/thread.ts'))};
           const base = ${JSON.stringify(new URL('dist/api/', import.meta.url).href)};
           export const startThread = (entry, _sources, options) => start(entry, base, options);`
        : undefined,
  };
}

const chromium = {
  enabled: true,
  headless: true,
  // No test looks at it, and drawing it takes a sixth of the processor time of these tests.
  ui: false,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--autoplay-policy=no-user-gesture-required',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  }),
  instances: [{ browser: 'chromium' as const }],
};

/**
 * Each file of tests has a page of its own, which asks for hundreds of modules. In one run none of them changes; a watch
 * would be shown old ones. The module of a mock with a factory would be kept as well: mocks are made with `{ spy: true }`.
 */
const keptForTheRun = process.argv[2] === 'run' ? { 'Cache-Control': 'max-age=3600' } : {};

/** `npm test` leaves these to `npm run test:long`. */
const LONG = process.env.TEST_LENGTH === 'short' ? ['**/*.long.*'] : [];

/** `npm run check` runs the first two and `npm run test:reliability` the last one: `npm test` does not repeat them. */
const OF_OTHER_COMMANDS = ['tests/architecture/**', 'tests/api/bytesSent.test.ts', 'tests/api/crash.test.ts'];

/** Tests that measure in a process of their own. */
const OWN_HEAP = 'tests/src/audio/spectrumWorklet.test.ts';

export default defineConfig(({ mode }) => {
  if (mode === 'api') {
    return {
      build: {
        outDir: 'dist/api',
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        rolldownOptions: {
          input: {
            server: at('api/server.ts'),
            admin: at('api/admin.ts'),
            role: at('api/role.ts'),
            backup: at('api/backup.ts'),
            storageMigrate: at('api/storageMigrate.ts'),
            databaseMigrate: at('api/databaseMigrate.ts'),
            'inspect.worker': at('api/inspect/inspect.worker.ts'),
            'smallCopy.worker': at('api/inspect/smallCopy.worker.ts'),
            'reader.worker': at('api/db/reader.worker.ts'),
            'checkpoint.worker': at('api/db/checkpoint.worker.ts'),
            'render.worker': at('api/demo/render.worker.ts'),
          },
          // Chunks next to the entries: both find dsp/pkg and each other by the same relative path.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
      publicDir: false as const,
    };
  }
  return {
    plugins: [
      react(),
      leanRouter(),
      displayFont(),
      audioCore(),
      builtThreads(),
      appIcons(at('dist/web')),
      frameDocuments(at('dist/web')),
      serviceWorker(at('dist/web')),
      compressedTwins(at('dist/web'), at('dist/twins')),
    ],
    build: {
      outDir: 'dist/web',
      target: ['chrome111', 'firefox114', 'safari16.4'],
      manifest: true,
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: {
        // What the first page needs is one script and one style sheet: each file more costs its headers and a request.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 1 },
              // Small ones that the same pages need together: as a file of its own each is sent with more headers than code.
              {
                name: 'parts',
                test: /\/(src\/(ui\/(Say|saveFile)|lib\/scope|state\/device)|api\/contract\/review)\.tsx?$/,
              },
              // The service worker stores all files anyway: a visit that needs one of these soon needs the others.
              { name: 'storage', test: /\/src\/storage\// },
              { name: 'bars', test: /\/src\/(ui\/(ActionBar|Slider)|lib\/readTime)\./ },
            ],
          },
        },
      },
    },
    worker: { format: 'es' as const },
    server: {
      port: Number(process.env.PORT ?? 3000),
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
      proxy: Object.fromEntries(
        [
          '/upload.php',
          '/aural/upload.php',
          '/api/uploads',
          '/api/events',
          '/audio/',
          '/okayletsgo.mp3',
          '/healthz',
        ].map((path) => [path, API]),
      ),
      fs: { allow: ['.'] },
    },
    test: {
      // How long a state may take is no claim of a test: a machine that others use is slow. Waits end with the state.
      expect: { poll: { timeout: 15_000 } },
      // Ends a test that hangs; many times what the slowest one needs, so that a busy machine fails none.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      projects: [
        {
          extends: true,
          // The two slow parts of the product by design, at a small cost.
          resolve: {
            alias: [
              { find: '@node-rs/argon2', replacement: at('tests/support/server/quickHashes.ts') },
              {
                find: /^(\.|\.\.\/contract)\/pow\.ts$/,
                replacement: at('tests/support/server/quickWork.ts'),
              },
            ],
          },
          test: {
            name: 'node',
            environment: 'node',
            // Loading the sources again takes most files longer than their tests. What a module holds must not be
            // what a test relies on: a store, a server, a folder of its own.
            isolate: false,
            restoreMocks: true,
            include: ['tests/**/*.test.ts'],
            exclude: [
              'tests/**/*.browser.test.ts',
              'tests/e2e/**',
              'tests/reliability/**',
              'tests/browsers/**',
              'tests/postgres/**',
              'tests/s3/**',
              OWN_HEAP,
              ...LONG,
              ...(process.env.TEST_SCOPE === 'fast' ? OF_OTHER_COMMANDS : []),
            ],
          },
        },
        {
          extends: true,
          test: {
            // Counts what one function allocates: calls of other files would change how it is compiled.
            name: 'own heap',
            environment: 'node',
            include: [OWN_HEAP],
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            environment: 'node',
            include: ['tests/postgres/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'reliability',
            environment: 'node',
            include: ['tests/reliability/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 's3',
            environment: 'node',
            include: ['tests/s3/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'browsers',
            environment: 'node',
            include: ['tests/browsers/**/*.test.ts'],
          },
        },
        {
          extends: true,
          server: { headers: keptForTheRun },
          // A dependency found while tests run makes the page load React a second time.
          optimizeDeps: {
            include: [
              'audiobuffer-to-wav',
              'comlink',
              'react',
              'react-dom',
              'react/jsx-dev-runtime',
              'wavesurfer.js',
              'wavesurfer.js/plugins/regions',
              // Only tests import them in a browser.
              'zod',
              'zod/mini',
            ],
          },
          test: {
            name: 'browser',
            // As in playwright.config.ts: it separates a starved browser from a broken app, and the list says which test needed it.
            retry: process.env.CI ? 1 : 0,
            restoreMocks: true,
            include: ['tests/**/*.browser.test.ts', 'tests/**/*.browser.test.tsx', 'tests/**/*.test.tsx'],
            exclude: ['tests/e2e/**', ...LONG],
            browser: chromium,
          },
        },
      ],
    },
  };
});
