// `deploy/compose.yaml` as its services read it: extended services resolved, with the values of an `.env` file.

import { readPlainYaml, type Yaml } from './plainYaml.ts';
import { read } from './sourceTree.ts';

export interface Service {
  image?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, Yaml>;
  [name: string]: unknown;
}

/** Variables that `deploy/.env` must set. */
export const ASKED_FOR: readonly string[] = [...read('deploy/example.env').matchAll(/^([A-Z_]+)=/gm)].map(
  ([, name]) => name ?? '',
);

/** Values for each of them, as an operator would choose. */
const CHOSEN: Record<string, string> = Object.fromEntries(
  ASKED_FOR.map((name) => [name, `Chosen0${name.replaceAll('_', '')}`]),
);
Object.assign(CHOSEN, {
  DOMAIN: 'aural.example',
  ADMIN_USERNAME: 'chief',
  ADMIN_PASSWORD: 'Correct-Horse-9',
});

const textOfFile = read('deploy/compose.yaml');
export const MENTIONED: readonly string[] = [
  ...new Set([...textOfFile.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')),
];

const file = readPlainYaml(
  textOfFile.replace(/\$\{(\w+)\}/g, (_all, name: string) => CHOSEN[name] ?? `MISSING_${name}`),
) as { services: Record<string, Service>; volumes: Record<string, Yaml>; networks: Record<string, Yaml> };

function whole(name: string): Service {
  const own = file.services[name];
  if (!own) throw new Error(`there is no service ${name}`);
  const { extends: other, ...rest } = own as Service & { extends?: { service: string } };
  if (!other) return rest;
  const base = whole(other.service);
  return { ...base, ...rest, environment: { ...base.environment, ...rest.environment } };
}

export const SERVICES: Record<string, Service> = Object.fromEntries(
  Object.keys(file.services).map((name) => [name, whole(name)]),
);
export const VOLUMES = Object.keys(file.volumes);
export const NETWORKS = Object.keys(file.networks);
