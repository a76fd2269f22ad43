// The rules of the structure: permitted imports, the noun that owns each table, and the files that may contain certain
// names. The tests of this folder check them; a new folder, noun or import edge is a row here.
import { sourcesUnder, within } from '../support/rules/sourceTree.ts';

/** Folders or files with the same permitted imports. The longest matching folder applies to a file. */
interface Row {
  folders: string[];
  /** Our own folders and files; a folder may always import itself. */
  mayImport: string[];
  /** Packages it must not import. */
  never: string[];
}

/** `src/features/*` is one rule per feature: features never import one another. */
const src: Row[] = [
  // Rank 0.
  {
    folders: ['src/lib'],
    mayImport: ['api/contract'],
    never: ['react', 'react-dom', 'jotai', 'comlink'],
  },
  // Rank 1.
  {
    folders: ['src/ui'],
    mayImport: ['src/lib', 'api/contract'],
    never: ['jotai', 'comlink'],
  },
  {
    folders: ['src/api', 'src/dsp', 'src/storage'],
    mayImport: ['src/lib', 'api/contract'],
    never: ['react', 'jotai'],
  },
  {
    folders: ['src/dsp/worker'],
    mayImport: ['src/lib', 'src/dsp/protocol.ts', 'src/dsp/errors.ts'],
    never: ['react', 'jotai'],
  },
  {
    folders: ['src/dsp/worker/wasm.ts', 'src/dsp/protocol.ts'],
    mayImport: ['dsp/pkg'],
    never: ['react', 'jotai'],
  },
  {
    folders: ['src/dsp/lanes.ts'],
    mayImport: ['src/dsp', 'dsp/pkg'],
    never: ['react', 'jotai'],
  },
  {
    folders: ['src/offline'],
    mayImport: [],
    never: ['react', 'jotai', 'comlink'],
  },
  {
    folders: ['src/audio'],
    mayImport: ['src/lib', 'api/contract', 'dsp/pkg'],
    never: ['react', 'jotai'],
  },
  {
    folders: ['src/audio/worklets'],
    mayImport: ['src/audio/protocol.ts', 'src/lib', 'dsp/pkg'],
    never: ['react', 'jotai', 'comlink'],
  },
  // Rank 2.
  {
    folders: ['src/state'],
    mayImport: ['src/api', 'src/dsp', 'src/audio', 'src/storage', 'src/lib', 'api/contract'],
    never: ['react', 'react-dom', 'jotai/react', 'comlink'],
  },
  // Rank 3.
  {
    folders: ['src/features/*'],
    mayImport: [
      'src/state',
      'src/api',
      'src/dsp',
      'src/audio',
      'src/storage',
      'src/ui',
      'src/lib',
      'api/contract',
    ],
    never: ['comlink'],
  },
  // Rank 4.
  {
    folders: ['src/pages'],
    mayImport: ['src/features', 'src/state', 'src/ui', 'src/lib', 'api/contract'],
    never: ['comlink'],
  },
  // Rank 5.
  {
    folders: ['src/app'],
    mayImport: ['src'],
    never: ['comlink'],
  },
  {
    folders: ['src/main.tsx'],
    mayImport: ['src/app'],
    never: ['comlink'],
  },
];

/** `api/NOUN` stands for every noun below that has no row of its own. */
const api: Row[] = [
  // Rank 0.
  {
    folders: ['api/contract'],
    mayImport: [],
    never: ['koa', 'kysely', 'react'],
  },
  {
    folders: ['api/errors.ts'],
    mayImport: ['api/contract'],
    never: ['kysely'],
  },
  {
    folders: ['api/env.ts', 'api/variables.ts', 'api/storageUrl.ts', 'api/databaseUrl.ts', 'api/connections'],
    mayImport: ['api/contract', 'api/variables.ts', 'api/storageUrl.ts', 'api/databaseUrl.ts'],
    never: ['koa', 'kysely'],
  },
  {
    folders: ['api/clock.ts', 'api/thread.ts', 'api/log.ts'],
    mayImport: [],
    never: ['koa', 'kysely'],
  },
  // Rank 1.
  {
    folders: ['api/db'],
    mayImport: ['api/contract', 'api/errors.ts', 'api/env.ts', 'api/databaseUrl.ts', 'api/thread.ts'],
    never: ['koa'],
  },
  {
    folders: ['api/storage'],
    mayImport: ['api/contract', 'api/errors.ts', 'api/env.ts', 'api/storageUrl.ts'],
    never: ['koa', 'kysely'],
  },
  {
    folders: ['api/inspect'],
    mayImport: [
      'api/contract',
      'api/errors.ts',
      'api/env.ts',
      'api/thread.ts',
      'api/db/fairQueue.ts',
      'dsp/pkg',
    ],
    never: ['koa', 'kysely'],
  },
  {
    folders: ['api/events'],
    mayImport: ['api/contract', 'api/db'],
    never: ['koa'],
  },
  // Rank 2.
  {
    folders: ['api/deps.ts'],
    mayImport: ['api/env.ts', 'api/db', 'api/storage', 'api/inspect', 'api/events'],
    never: ['koa'],
  },
  {
    folders: ['api/action.ts'],
    mayImport: ['api/contract', 'api/errors.ts', 'api/deps.ts', 'api/db'],
    never: ['koa'],
  },
  // Rank 3.
  {
    folders: ['api/NOUN'],
    mayImport: [
      'api/contract',
      'api/errors.ts',
      'api/env.ts',
      'api/db',
      'api/storage',
      'api/inspect',
      'api/thread.ts',
      'api/deps.ts',
      'api/action.ts',
    ],
    never: ['koa'],
  },
  // Rank 4.
  {
    folders: ['api/middleware', 'api/routes'],
    mayImport: ['api'],
    never: [],
  },
  {
    folders: ['api/actions.ts', 'api/jobs', 'api/open.ts'],
    mayImport: ['api'],
    never: ['koa'],
  },
  // Rank 5.
  {
    folders: [
      'api/app.ts',
      'api/server.ts',
      'api/admin.ts',
      'api/role.ts',
      'api/backup.ts',
      'api/storageMigrate.ts',
      'api/databaseMigrate.ts',
    ],
    mayImport: ['api'],
    never: [],
  },
  {
    folders: ['api/koa.d.ts'],
    mayImport: [],
    never: [],
  },
  {
    folders: ['api/sockets.ts'],
    mayImport: ['api/connections', 'api/middleware'],
    never: ['koa'],
  },
  // No rank: start scripts, the engine's tools, benches.
  {
    folders: ['api/launch'],
    mayImport: [
      'dsp/toolchain',
      'tests/support/browser/chromium.mjs',
      'tests/support/storage/s3Server.mjs',
      'tests/support/storage/s3Programs.mjs',
      'tests/support/database/postgresCluster.mjs',
    ],
    never: ['koa'],
  },
  {
    folders: ['dsp/toolchain'],
    mayImport: [],
    never: ['vite'],
  },
  {
    folders: ['dsp/cli'],
    mayImport: ['dsp/pkg'],
    never: [],
  },
  {
    folders: ['dsp/package'],
    mayImport: ['dsp/pkg'],
    never: [],
  },
  {
    folders: ['bench'],
    mayImport: [
      'src',
      'api',
      'dsp',
      'tests/support/browser/chromium.mjs',
      'tests/support/database/postgresCluster.mjs',
    ],
    never: ['vitest'],
  },
  {
    folders: ['vite.config.ts', 'playwright.config.ts'],
    mayImport: [
      'api/launch',
      'dsp/toolchain',
      'src/app/font',
      'src/app/firstPaint',
      'src/app/icon',
      'src/offline',
      'tests/support/browser/chromium.mjs',
    ],
    never: [],
  },
];

/** A subject of the server, with the name of its folder in `api`. */
export interface Noun {
  name: string;
  /** Tables that only this noun writes; others may read them. */
  owns: string[];
  /** Nouns whose functions it calls: a graph without cycles. */
  mayImport: string[];
  /** Nouns that only its actions also call: actions rank above all nouns. */
  actionsAlso: string[];
}

export const nouns: Noun[] = [
  {
    name: 'db',
    owns: [
      'audit_log',
      'audit_fts_inside',
      'audit_docs',
      'ledger',
      'settings',
      'idempotency_keys',
      'jobs',
      'totals',
    ],
    mayImport: [],
    actionsAlso: [],
  },
  {
    name: 'events',
    owns: ['events'],
    mayImport: [],
    actionsAlso: [],
  },
  {
    name: 'configuration',
    owns: [],
    mayImport: [],
    actionsAlso: ['accounts'],
  },
  {
    name: 'statistics',
    owns: ['tallies'],
    mayImport: [],
    actionsAlso: [],
  },
  {
    name: 'sessions',
    owns: ['sessions', 'ended_sessions', 'moves'],
    mayImport: [],
    actionsAlso: ['accounts', 'profiles', 'uploads'],
  },
  {
    name: 'accounts',
    owns: ['accounts', 'account_docs', 'accounts_fts_inside', 'old_usernames', 'reserved_names'],
    mayImport: ['sessions'],
    actionsAlso: ['blocks', 'follows', 'search', 'tracks', 'profiles'],
  },
  {
    name: 'blocks',
    owns: ['blocks'],
    mayImport: [],
    actionsAlso: ['accounts', 'follows'],
  },
  {
    name: 'follows',
    owns: ['follows'],
    mayImport: ['accounts'],
    actionsAlso: ['blocks', 'notifications', 'activities'],
  },
  {
    name: 'notifications',
    owns: ['notifications'],
    mayImport: ['accounts', 'blocks', 'follows'],
    actionsAlso: [],
  },
  {
    name: 'activities',
    owns: ['activities'],
    mayImport: ['blocks', 'notifications'],
    actionsAlso: [],
  },
  {
    name: 'evidence',
    owns: ['evidence'],
    mayImport: [],
    actionsAlso: ['accounts', 'overview'],
  },
  {
    name: 'material',
    owns: ['known_material'],
    mayImport: [],
    actionsAlso: [],
  },
  {
    name: 'reports',
    owns: ['reports', 'report_docs', 'reports_fts_inside'],
    mayImport: ['accounts', 'tracks', 'notifications'],
    actionsAlso: ['comments', 'evidence', 'material', 'moderation', 'reactions', 'uploads'],
  },
  {
    name: 'search',
    owns: ['search_rows', 'tracks_fts', 'tracks_fts_inside'],
    mayImport: [],
    actionsAlso: [],
  },
  {
    name: 'tracks',
    owns: ['tracks', 'track_tags', 'tag_uses', 'track_edits', 'listenings', 'doomed_blobs', 'consents'],
    mayImport: ['accounts', 'blocks', 'evidence', 'material', 'search'],
    actionsAlso: ['activities', 'configuration', 'notifications', 'reports', 'uploads'],
  },
  {
    name: 'comments',
    owns: ['comments', 'comment_docs', 'comments_fts_inside'],
    mayImport: ['blocks', 'evidence', 'tracks'],
    actionsAlso: ['notifications', 'activities', 'reports'],
  },
  {
    name: 'reactions',
    owns: ['likes', 'bookmarks', 'comment_likes'],
    mayImport: ['accounts', 'tracks', 'comments'],
    actionsAlso: ['blocks', 'notifications', 'activities'],
  },
  {
    name: 'uploads',
    owns: ['uploads', 'transfers', 'upload_events', 'spent_tickets', 'uploader_trust'],
    mayImport: [
      'accounts',
      'evidence',
      'material',
      'tracks',
      'notifications',
      'activities',
      'configuration',
      'reports',
    ],
    actionsAlso: ['moderation'],
  },
  {
    name: 'profiles',
    owns: [],
    mayImport: [
      'sessions',
      'accounts',
      'blocks',
      'follows',
      'notifications',
      'activities',
      'reports',
      'search',
      'tracks',
      'comments',
      'reactions',
      'uploads',
      'moderation',
    ],
    actionsAlso: [],
  },
  {
    name: 'moderation',
    owns: ['review_claims', 'review_escalations', 'review_hidden'],
    mayImport: ['accounts', 'material', 'notifications', 'reports', 'tracks', 'uploads'],
    actionsAlso: ['comments', 'configuration', 'evidence'],
  },
  {
    name: 'overview',
    owns: [],
    mayImport: ['reports', 'search', 'tracks'],
    actionsAlso: ['accounts'],
  },
  {
    name: 'snapshot',
    owns: [],
    mayImport: [
      'accounts',
      'follows',
      'notifications',
      'activities',
      'reports',
      'tracks',
      'comments',
      'reactions',
      'uploads',
    ],
    actionsAlso: ['moderation'],
  },
  {
    name: 'demo',
    owns: [],
    mayImport: ['accounts', 'tracks'],
    actionsAlso: ['activities', 'configuration', 'notifications', 'profiles'],
  },
];

/** Names that a top folder contains only in `files`, comments excepted. */
export const restrictedNames: { names: string[]; folder: string; files: string[] }[] = [
  {
    names: ['fetch('],
    folder: 'src',
    files: ['src/api', 'src/offline', 'src/audio/levels.ts', 'src/dsp/lanes.ts'],
  },
  { names: ['XMLHttpRequest'], folder: 'src', files: ['src/api'] },
  { names: ['new Worker('], folder: 'src', files: ['src/dsp/lanes.ts'] },
  { names: ['AudioContext(', 'mediaDevices'], folder: 'src', files: ['src/audio'] },
  { names: ['localStorage', 'sessionStorage', 'indexedDB'], folder: 'src', files: ['src/storage'] },
  { names: ['dangerouslySetInnerHTML'], folder: 'src', files: [] },
  {
    names: ['personaSecret', 'preparePersona'],
    folder: 'src',
    files: [
      'src/storage/personaSecret.ts',
      'src/storage/ownership.ts',
      'src/state/ports.ts',
      'src/state/persona.ts',
      'src/features/editor',
    ],
  },
  { names: ['new Worker('], folder: 'api', files: ['api/thread.ts'] },
  {
    names: ['process.env'],
    folder: 'api',
    files: [
      'api/env.ts',
      'api/server.ts',
      'api/admin.ts',
      'api/role.ts',
      'api/backup.ts',
      'api/storageMigrate.ts',
      'api/launch',
    ],
  },
  {
    names: ['console.'],
    folder: 'api',
    files: [
      'api/admin.ts',
      'api/role.ts',
      'api/backup.ts',
      'api/storageMigrate.ts',
      'api/databaseMigrate.ts',
      'api/launch',
    ],
  },
  { names: ['Math.random'], folder: 'api', files: [] },
];

/** Folders of `tests`; each may also import `tests/support` and `tests/fixtures`. */
const tests: Record<string, string[]> = {
  src: ['src', 'api/contract', 'dsp/pkg'],
  api: ['api', 'dsp/cli'],
  dsp: ['dsp/cli', 'dsp/package', 'dsp/pkg', 'api/inspect'],
  reliability: ['api', 'src/api', 'src/lib'],
  postgres: ['api', 'api/launch'],
  'postgres.mjs': ['api', 'api/launch'],
  'reliability.mjs': ['api/launch'],
  deploy: ['api'],
  s3: ['api'],
  e2e: ['dsp/cli', 'api/contract', 'src/lib'],
  browsers: [],
  architecture: ['src', 'api', 'bench'],
  support: ['src', 'api', 'dsp'],
  fixtures: [],
};

/** Permitted imports of one folder or file. */
export interface Rule {
  folder: string;
  mayImport: string[];
  never: string[];
}

/** `api/NOUN/actions.ts` and `api/NOUN/…Actions.ts`. */
export const isActionFile = (file: string) => /^api\/(?!contract\/)\w+\/(actions|\w+Actions)\.ts$/.test(file);

const foldersOf = (names: readonly string[]) => names.map((name) => `api/${name}`);

/** One rule for the noun's folder and one for each of its action files. */
function rulesOfNoun(noun: Noun, shared: Pick<Rule, 'mayImport' | 'never'>): Rule[] {
  const folder = `api/${noun.name}`;
  const mayImport = [...shared.mayImport, ...foldersOf(noun.mayImport)];
  const actions = sourcesUnder(folder)
    .filter(isActionFile)
    .map((file) => ({
      folder: file,
      mayImport: [...mayImport, folder, ...foldersOf(noun.actionsAlso)],
      never: shared.never,
    }));
  return [{ folder, mayImport, never: shared.never }, ...actions];
}

const rows = [...src, ...api].flatMap(({ folders, ...row }) => folders.map((folder) => ({ folder, ...row })));
const hasOwnRow = ({ name }: Noun) => rows.some(({ folder }) => folder === `api/${name}`);

export const rules: Rule[] = [
  ...rows.flatMap((row) =>
    row.folder === 'api/NOUN'
      ? nouns.filter((noun) => !hasOwnRow(noun)).flatMap((noun) => rulesOfNoun(noun, row))
      : [row],
  ),
  ...Object.entries(tests).map(([folder, mayImport]) => ({
    folder: `tests/${folder}`,
    mayImport: [...mayImport, 'tests/support', 'tests/fixtures'],
    never: [],
  })),
];

/** The rule of the longest folder that holds the file. */
export function ruleOf(file: string): Rule | undefined {
  return rules
    .map((rule) => ({
      ...rule,
      folder: rule.folder.endsWith('/*')
        ? `${rule.folder.slice(0, -2)}/${file.slice(rule.folder.length - 1).split('/')[0]}`
        : rule.folder,
    }))
    .filter((rule) => within(file, rule.folder))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}
