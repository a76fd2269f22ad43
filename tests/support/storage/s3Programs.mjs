// The S3 servers that tests can run against, each compiled from a Go module at one version. Node's built-ins only:
// `api/launch` reads this before any package is installed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stablePort } from '../server/freePort.mjs';

const BUILT = new URL('../../../.toolchain/bin/', import.meta.url);
/** @param {string} name @param {string} version */
const builtAt = (name, version) => fileURLToPath(new URL(`${name}-${version}`, BUILT));

/**
 * `path`: built there by `api/launch/s3Server.mjs`. `module` at `revision` holds its source, `main` its command; `go` is the
 * first Go that compiles it; `replaced` are modules that it takes from elsewhere.
 * `prepare` prepares a folder and returns the arguments and environment for every start.
 * @typedef {{ name: string, version: string, path: string, module: string, revision: string, main: string, go: string,
 *   replaced?: Record<string, string>, minutes: number,
 *   prepare(directory: string, port: number, keys: { id: string, secret: string }):
 *     Promise<{ words: string[], env: Record<string, string> }> }} S3Program
 */

/** Versity's gateway: objects are files of a folder, parts of an upload too. @type {S3Program} */
const versitygw = {
  name: 'versitygw',
  version: '1.8.0',
  path: builtAt('versitygw', '1.8.0'),
  module: 'github.com/versity/versitygw',
  revision: 'v1.8.0',
  main: 'cmd/versitygw',
  go: '1.25.0',
  minutes: 3,
  prepare: async (directory, port, { id, secret }) => ({
    words: ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', 'posix', directory],
    env: { ROOT_ACCESS_KEY: id, ROOT_SECRET_KEY: secret },
  }),
};

/** SeaweedFS: a master, a volume server, a filer and an S3 gateway in one process. @type {S3Program} */
const seaweedfs = {
  name: 'seaweedfs',
  version: '4.53',
  path: builtAt('seaweedfs', '4.53'),
  module: 'github.com/seaweedfs/seaweedfs',
  // Go requires a major version in the module path, which its tags lack; this is the commit of 4.53.
  revision: 'v0.0.0-20261109003541-7506e5f91cd6',
  main: 'weed',
  go: '1.26.6',
  replaced: { 'github.com/tyler-smith/go-bip39': 'github.com/cosmos/go-bip39 v1.0.0' },
  minutes: 5,
  prepare: async (directory, port, { id, secret }) => {
    const data = join(directory, 'data');
    mkdirSync(data);
    const credentials = [{ accessKey: id, secretKey: secret }];
    const identities = [{ name: id, credentials, actions: ['Admin'] }];
    const config = join(directory, 's3.json');
    writeFileSync(config, JSON.stringify({ identities }), { mode: 0o600 });
    const ports = [];
    for (const part of ['master.port', 'volume.port', 'filer.port', 's3.port']) {
      ports.push(
        `-${part}=${part === 's3.port' ? port : await stablePort()}`,
        `-${part}.grpc=${await stablePort()}`,
      );
    }
    return {
      words: [
        ...['server', `-dir=${data}`, '-ip=127.0.0.1', '-ip.bind=127.0.0.1', ...ports],
        ...[
          '-master.telemetry=false',
          '-master.electionTimeout=1s',
          '-master.volumeSizeLimitMB=64',
          '-volume.max=0',
        ],
        ...['-filer', `-filer.localSocket=${join(directory, 'filer.sock')}`],
        ...['-s3', `-s3.config=${config}`, `-s3.localSocket=${join(directory, 's3.sock')}`],
        ...['-s3.iam=false', '-s3.port.iceberg=0', '-s3.port.lance=0'],
      ],
      env: {},
    };
  },
};

const PROGRAMS = [versitygw, seaweedfs];

/** The program with this name; by default the one that tests use. Throws for an unknown name. */
export function s3Program(name = versitygw.name) {
  const found = PROGRAMS.find((program) => program.name === name);
  if (found) return found;
  throw new Error(`no such S3 server: ${name}; there are ${PROGRAMS.map((each) => each.name).join(', ')}`);
}
