// Signatures and URLs of a bucket against AWS's published examples: "Authenticating Requests: Using Query Parameters"
// and "Using the Authorization Header" of the S3 API reference, with their keys.
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { expect, test } from 'vitest';
import { createSigner } from '../../api/storage/s3/signing.ts';
import { originOf, readStorageUrl, type S3Place } from '../../api/storageUrl.ts';

const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const AT = '20130524T000000Z';
const EMPTY = createHash('sha256').digest('hex');
const example: S3Place = {
  kind: 's3',
  bucket: 'examplebucket',
  prefix: '',
  endpoint: 'https://s3.amazonaws.com',
  region: 'us-east-1',
  isPathStyle: false,
  keys,
};

test('an expiring URL has the signature of the published example', async () => {
  const link = new URL(await createSigner(example).link('test.txt', {}, 86_400, AT));
  expect(link.origin + link.pathname).toBe('https://examplebucket.s3.amazonaws.com/test.txt');
  expect(link.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test.each<[string, string, string, Record<string, string>, string, string]>([
  [
    'GET ?lifecycle',
    'GET',
    '/?lifecycle',
    {},
    EMPTY,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET ?max-keys&prefix',
    'GET',
    '/?max-keys=2&prefix=J',
    {},
    EMPTY,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'PUT with a header and a body',
    'PUT',
    '/test$file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('%s', async (_what, method, path, headers, hash, signature) => {
  const signer = new AwsV4Signer({
    ...keys,
    method,
    url: `https://examplebucket.s3.amazonaws.com${path}`,
    headers: { ...headers, 'X-Amz-Content-Sha256': hash },
    service: 's3',
    region: 'us-east-1',
    datetime: AT,
  });
  expect(await signer.signature()).toBe(signature);
});

test.each<[string, string, Record<string, unknown>]>([
  ['s3://sound', 'https://sound.s3.us-east-1.amazonaws.com', { prefix: '', isPathStyle: false }],
  [
    's3://sound?region=eu-central-1',
    'https://sound.s3.eu-central-1.amazonaws.com',
    { region: 'eu-central-1' },
  ],
  ['s3://sound/a/b/?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000', { prefix: 'a/b/' }],
  [
    's3://sound?endpoint=https://s3.example&style=host',
    'https://sound.s3.example',
    { prefix: '', isPathStyle: false },
  ],
])('%s is at %s', (url, origin, as) => {
  const place = readStorageUrl(url, keys) as S3Place;
  expect(place).toMatchObject({ bucket: 'sound', ...as });
  expect(originOf(place)).toBe(origin);
});

test.each<[string, string]>([
  ['s3://', 'bucket'],
  ['s3://A_Bucket', 'bucket'],
  ['s3://sound?endpoint=s3.example', 'endpoint'],
  ['s3://sound?endpoint=https://key:secret@s3.example', 'endpoint'],
  ['s3://sound?zone=x', 'does not know zone'],
  ['s3://sound/../x y', 'prefix'],
  ['s3://sound?region=EU!', 'region'],
  ['http://sound', 'file:path or s3://bucket'],
])('%s is refused: %s', (url, why) => {
  expect(() => readStorageUrl(url, keys)).toThrow(why);
});

test('a bucket needs keys', () => {
  expect(() => readStorageUrl('s3://sound', null)).toThrow('AWS_ACCESS_KEY_ID');
});
