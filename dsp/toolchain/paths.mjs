// Where the build keeps its things. All of it is git-ignored and safe to delete.
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The Rust workspace. */
export const DSP = fileURLToPath(new URL('../', import.meta.url));
/** Downloaded compiler, glue generator and stamps. */
export const HOME = `${ROOT}.toolchain`;
/** Build output that the app, the server, tests and the CLI load. */
export const PKG = `${DSP}pkg`;
