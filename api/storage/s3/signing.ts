// Requests to a bucket, signed with AWS Signature Version 4.
import { AwsV4Signer } from 'aws4fetch';
import type { S3Place } from '../../storageUrl.ts';

export interface Unsigned {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Within the bucket and below the prefix of the place; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Signer {
  /** `bodyHash`: SHA-256 of the body in hex, which the service holds the body to. */
  sign(request: Unsigned, bodyHash: string): Promise<{ url: URL; headers: Record<string, string> }>;
  /** A URL with which anyone can read `key` for `seconds`. `at` is a time like 20130524T000000Z. */
  link(key: string, query: Record<string, string>, seconds: number, at?: string): Promise<string>;
}

export function createSigner(place: S3Place): Signer {
  const { bucket, prefix, endpoint, region, isPathStyle, keys } = place;
  // Keys of a day, by the library's own name for it.
  const cache = new Map<string, ArrayBuffer>();
  const urlOf = (key: string, query: Record<string, string>) => {
    const url = new URL(endpoint);
    if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
    const path = key === '' ? '' : prefix + key;
    url.pathname = isPathStyle ? `/${bucket}/${path}` : `/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  const shared = { ...keys, region, service: 's3', cache };
  return {
    sign: async ({ method, key, query = {}, headers = {} }, bodyHash) => {
      const signer = new AwsV4Signer({
        ...shared,
        method,
        url: urlOf(key, query),
        headers: { ...headers, 'X-Amz-Content-Sha256': bodyHash },
      });
      const signed = await signer.sign();
      return { url: signed.url, headers: Object.fromEntries(signed.headers) };
    },
    link: async (key, query, seconds, at) => {
      const url = urlOf(key, { ...query, 'X-Amz-Expires': String(seconds) });
      const signer = new AwsV4Signer({ ...shared, method: 'GET', url, signQuery: true, datetime: at });
      return (await signer.sign()).url.href;
    },
  };
}
