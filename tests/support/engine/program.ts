// A program of `api` for a test that starts it as a process.

/**
 * Node's arguments for `api/<name>.ts`: what is built where `npm test` has just built it, else the sources as they
 * are, for a test that is run by itself.
 */
export const program = (
  name: 'server' | 'backup' | 'role' | 'storageMigrate' | 'databaseMigrate',
): string[] => (process.env.SERVER_BUILT ? [`dist/api/${name}.js`] : ['--import', 'tsx', `api/${name}.ts`]);
