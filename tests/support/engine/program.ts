// A program of `api` for a test that starts it as a process.

/**
 * Node's arguments for `api/<name>.ts`: the built file if `npm test` has just built it, else the
 * sources, for a test run by itself.
 */
export const program = (
  name: 'server' | 'backup' | 'role' | 'storageMigrate' | 'databaseMigrate',
): string[] => (process.env.SERVER_BUILT ? [`dist/api/${name}.js`] : ['--import', 'tsx', `api/${name}.ts`]);
