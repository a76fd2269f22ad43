// Storage addresses: `file:PATH`, or `s3://BUCKET/PREFIX?endpoint=…&region=…&style=path|host`. They never contain keys, because
// they are logged and shown.
import { resolve } from 'node:path';

export interface DiskPlace {
  kind: 'disk';
  /** Absolute path. */
  directory: string;
}

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  /** For temporary keys only. */
  sessionToken?: string;
}

export interface S3Place {
  kind: 's3';
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** Origin of the service. */
  endpoint: string;
  region: string;
  /** Whether the bucket is part of the path or of the host name. */
  isPathStyle: boolean;
  keys: S3Keys;
}

export type StoragePlace = DiskPlace | S3Place;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[a-zA-Z0-9_-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const DEFAULT_REGION = 'us-east-1';

function readS3(text: string, keys: S3Keys | null): S3Place {
  const url = new URL(text);
  const settings = url.searchParams;
  for (const name of settings.keys()) {
    if (!['endpoint', 'region', 'style'].includes(name)) throw new Error(`does not know ${name}`);
  }
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw new Error('must name a bucket: s3://BUCKET?endpoint=…&region=…');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  if (!PREFIX.test(prefix)) throw new Error('may have letters, digits, _ and - in the prefix');
  const region = settings.get('region') ?? DEFAULT_REGION;
  if (!REGION.test(region)) throw new Error('must name a region like eu-central-1');
  const given = settings.get('endpoint');
  if (given !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(given)) {
    throw new Error('must have an endpoint like https://s3.example');
  }
  const style = settings.get('style') ?? (given === null ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') throw new Error('must have style=path or style=host');
  if (!keys) throw new Error('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const endpoint = new URL(given ?? `https://s3.${region}.amazonaws.com`).origin;
  return { kind: 's3', bucket, prefix, endpoint, region, isPathStyle: style === 'path', keys };
}

/** Throws an Error whose message continues after the setting's name. */
export function readStorageUrl(text: string, keys: S3Keys | null): StoragePlace {
  const file = /^file:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  if (file !== undefined) return { kind: 'disk', directory: resolve(file) };
  if (!text.startsWith('s3://')) throw new Error('must look like file:path or s3://bucket');
  return readS3(text, keys);
}

/** Origin of the store's links. */
export function originOf({ endpoint, bucket, isPathStyle }: S3Place): string {
  const url = new URL(endpoint);
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

/** For messages: the place without keys. */
export const placeName = (place: StoragePlace): string =>
  place.kind === 'disk' ? place.directory : `s3://${place.bucket}/${place.prefix} at ${place.endpoint}`;
