import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepCollecting } from '@fft/testkit';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { BucketError, createBucket } from './bucket.ts';

const secret = 'wJalr/XUtn+FEMI';
const name = 'abcdefghijklmnopqrstuvwx';
const kept = new Map<string, Buffer>();
let storage: Server;
let failures = 0;
let asked = 0;
let isSilent = false;

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature (AWS version 4) of a request with this secret. */
function signatureOf({ method, url = '', headers }: IncomingMessage): string {
  const [, day = '', region = ''] =
    /Credential=AKID\/(\d{8})\/([\w-]+)\/s3\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  const [, signed = ''] = /SignedHeaders=([\w;-]+)/.exec(headers.authorization ?? '') ?? [];
  const lines = signed.split(';').map((header) => `${header}:${String(headers[header]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** Answers like S3 for whole objects of one bucket: a status, and a reason in XML. */
function answer(request: IncomingMessage, body: Buffer): readonly [status: number, body: string | Buffer] {
  const { method, url = '', headers } = request;
  asked += 1;
  if (failures-- > 0) return [503, '<Error><Code>SlowDown</Code></Error>'];
  if (!(headers.authorization ?? '').endsWith(`Signature=${signatureOf(request)}`))
    return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'];
  if (!url.startsWith('/papers/')) return [404, '<Error><Code>NoSuchBucket</Code></Error>'];
  if (method === 'PUT') kept.set(url, body);
  if (method === 'DELETE') return kept.delete(url) ? [204, ''] : [404, '<Error><Code>NoSuchKey</Code></Error>'];
  const found = kept.get(url);
  return found ? [200, method === 'GET' ? found : ''] : [404, '<Error><Code>NoSuchKey</Code></Error>'];
}

beforeAll(async () => {
  storage = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (isSilent) return;
      const [status, body] = answer(request, Buffer.concat(parts));
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((listening) => storage.listen(0, '127.0.0.1', listening));
});
afterAll(() => {
  storage.closeAllConnections();
  storage.close();
});
beforeEach(() => {
  failures = 0;
  asked = 0;
  isSilent = false;
});

const bucket = (password = encodeURIComponent(secret), folder = 'papers', withinMs = 10_000) =>
  createBucket(
    `http://AKID:${password}@127.0.0.1:${(storage.address() as AddressInfo).port}/${folder}?region=eu-west-1`,
    withinMs,
  );

test('stores a file, returns it byte by byte, and removes it; removing a missing file is not an error', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const files = bucket();
  await files.write(name, bytes);
  expect(await files.read(name)).toEqual(bytes);
  expect([...kept.keys()]).toEqual([`/papers/${name}`]);
  await files.remove(name);
  await files.remove(name);
  await expect(files.read(name)).rejects.toThrow(
    new BucketError('the upload storage answered GET with 404 (NoSuchKey)'),
  );
});

test('reports why the storage refuses, without the secret', async () => {
  const refused = (await bucket('wrong')
    .write(name, Buffer.from('x'))
    .catch((error: unknown) => error)) as Error;
  expect(refused.message).toBe('the upload storage answered PUT with 403 (SignatureDoesNotMatch)');
  await expect(bucket(undefined, 'others').read(name)).rejects.toThrow('404 (NoSuchBucket)');
});

test('a request to a busy storage is retried', async () => {
  failures = 2;
  await bucket().write(name, Buffer.from('x'));
  expect(asked).toBe(3);
});

test('a storage that does not answer is given up, also while garbage is collected', async () => {
  isSilent = true;
  onTestFinished(keepCollecting());
  await expect(bucket(undefined, undefined, 300).read(name)).rejects.toThrow('aborted due to timeout');
});

test.each(['../../etc/passwd', 'short', 'a'.repeat(65), `${name}?acl`])('%j is not a file name', async (wrong) => {
  await expect(bucket().read(wrong)).rejects.toThrow('invalid file name');
  expect(asked).toBe(0);
});
