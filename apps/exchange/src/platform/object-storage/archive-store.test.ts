import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveUnreadable, openArchive } from './archive-store.ts';

const name = 'postings-1796083200000-abcdef.parquet';
const bigBytes = 24 * 1024 * 1024;
const kept = new Map<string, Buffer>();
let folder: string;
let storage: Server;
/** Lengths that requests announced: a storage refuses those that don't. */
let announced: (string | undefined)[] = [];
let failures = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-store-'));
  storage = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      const isSigned = /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/s3\//.test(headers.authorization ?? '');
      if (failures-- > 0) return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      if (!isSigned) return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      if (method === 'PUT') {
        announced.push(headers['content-length']);
        kept.set(url, Buffer.concat(parts));
        return response.writeHead(200).end();
      }
      const found = kept.get(url);
      return found
        ? response.writeHead(200).end(found)
        : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  await new Promise<void>((listening) => storage.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  storage.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  kept.clear();
  announced = [];
  failures = 0;
});

const bucket = (): string => `http://AKID:secret@127.0.0.1:${(storage.address() as AddressInfo).port}/archive/fft`;
const digest = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe.each([
  ['a bucket', bucket],
  ['a folder', () => pathToFileURL(join(folder, 'archive')).href],
])('%s', (_, address) => {
  test('takes a big file and returns it', async () => {
    const [source, back] = [join(folder, 'source'), join(folder, 'back')];
    await writeFile(source, randomBytes(bigBytes));
    const store = openArchive(address());
    await store.put(name, source);
    await store.get(name, back);
    expect(await digest(back)).toBe(await digest(source));
    await store.put(name, source);
  });

  test('says which file it lacks', async () => {
    const missing = openArchive(address()).get('orders-2000000-abcdef.parquet', join(folder, 'none'));
    await expect(missing).rejects.toThrow(ArchiveUnreadable);
    await expect(missing).rejects.toThrow(/orders-2000000-abcdef\.parquet/);
  });

  test.each(['../../etc/passwd', 'short.parquet', `${name}?acl`])('refuses the name %j', async (wrong) => {
    await expect(openArchive(address()).get(wrong, join(folder, 'none'))).rejects.toThrow(
      'invalid name of an archive file',
    );
  });
});

test('a bucket is told how long a file is, and is asked again while it is busy', async () => {
  const source = join(folder, 'small');
  await writeFile(source, 'parquet');
  failures = 2;
  await openArchive(bucket()).put(name, source);
  expect(announced).toEqual([String((await stat(source)).size)]);
  expect([...kept.keys()]).toEqual([`/archive/fft/${name}`]);
});

test('a folder has only whole files', async () => {
  expect((await readdir(join(folder, 'archive'))).filter((found) => found !== name)).toEqual([]);
});
