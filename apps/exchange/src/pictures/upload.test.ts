import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostilePictures, payload } from '../../testing/hostile-pictures.ts';
import type { TestAnswer } from '../../testing/test-api.ts';
import { startTestAccounts, type TestAccounts } from '../../testing/test-accounts.ts';

const path = '/api/upload/image.html';
let server: TestAccounts;
let token: string;
let customer: number;

beforeAll(async () => {
  server = await startTestAccounts({ uploadsPerHour: 100_000 });
  const entered = await server.register('anna@mail.example');
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

interface Sending {
  readonly name?: string;
  readonly type?: string;
  readonly of?: string;
  readonly lang?: string;
}

function upload(bytes: Uint8Array, { name = 'id.jpg', type = 'image/jpeg', of = token, lang = 'en' }: Sending = {}) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return server.http.fetch(`${path}?lang=${lang}`, { method: 'POST', headers: { 'access-token': of }, body });
}
const read = (id: string, of = token) =>
  server.http.get('/api/upload/read.html', { token: of, fields: { id, lang: 'en' } });
const idOf = (answer: TestAnswer): string => (answer.body.data as { id: string }).id;
const keptOf = (answer: TestAnswer): Promise<Buffer> => readFile(join(server.folder, idOf(answer)));

const blank = { width: 30, height: 20, channels: 3, background: '#2d63e8' } as const;
const jpeg = await sharp({ create: blank }).jpeg().toBuffer();
const png = await sharp({ create: blank }).png().toBuffer();
const notOne = {
  code: 400,
  message: 'Choose a JPG or PNG picture',
  data: { fields: { file: 'Choose a JPG or PNG picture' } },
};

describe('a picture', () => {
  test.each([
    ['a JPG', jpeg, 'id.jpg', 'image/jpeg'],
    ['a PNG', png, 'id.png', 'image/png'],
    ['a JPG under another name and type', jpeg, 'id.svg', 'image/svg+xml'],
    ['a PNG under a name that is a path', png, '../../../../etc/cron.d/x', 'text/html'],
  ])('%s is kept as a JPEG of its own pixels', async (_what, bytes, name, type) => {
    const answer = await upload(bytes, { name, type });
    expect(answer.body).toEqual({
      code: 200,
      message: 'OK',
      data: { id: expect.stringMatching(/^[\w-]{24}$/) as unknown },
    });
    const shown = (await read(idOf(answer))).body.data as { type: string; data: string };
    expect(shown.type).toBe('image/jpeg');
    const { format, width, height } = await sharp(Buffer.from(shown.data, 'base64')).metadata();
    expect([format, width, height]).toEqual(['jpeg', 30, 20]);
  });

  test('is stored only under its random name, readable only by the server', async () => {
    const id = idOf(await upload(jpeg));
    expect(await readdir(server.folder)).toContain(id);
    expect((await stat(join(server.folder, id))).mode & 0o777).toBe(0o600);
    expect((await stat(server.folder)).mode & 0o077).toBe(0);
  });

  test('loses its metadata about place, time and camera, and is rotated upright', async () => {
    const exif = { IFD0: { Artist: 'Anna', Copyright: payload }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } };
    const held = await sharp({ create: blank }).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(held).metadata()).exif).toBeDefined();
    const kept = await sharp(await keptOf(await upload(held))).metadata();
    expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect([kept.width, kept.height]).toEqual([20, 30]);
  });

  test('is put on white where transparent, and scaled down to 4096 pixels a side', async () => {
    const clear = { ...blank, width: 5000, height: 10, channels: 4, background: '#00000000' } as const;
    const kept = sharp(await keptOf(await upload(await sharp({ create: clear }).png().toBuffer())));
    expect(await kept.metadata()).toMatchObject({ width: 4096, channels: 3 });
    expect((await kept.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test("is visible only to its owner; another customer's returns the same response as an unknown one", async () => {
    const stranger = await server.register('stranger@mail.example');
    const id = idOf(await upload(jpeg));
    const refused = await read(id, stranger.token);
    expect(refused.body).toEqual({ code: 404, message: 'No such picture', data: null });
    expect((await read('A'.repeat(24), stranger.token)).text).toBe(refused.text);
    const chinese = await server.http.get('/api/upload/read.html', { token, fields: { id: 'nothing' } });
    expect(chinese.body.message).toBe('图片不存在');
    expect((await read(id, '')).body.code).toBe(1001);
    expect((await read('../secrets.json')).body).toMatchObject({
      code: 400,
      data: { fields: { id: expect.any(String) as unknown } },
    });
  });

  test('is deleted if unused for a day, and kept otherwise', async () => {
    const [unused, used] = [idOf(await upload(jpeg)), idOf(await upload(jpeg))];
    await server.database.db
      .transaction()
      .execute((transaction) => server.uploads.claim(transaction, { customer, ids: [used], use: 'avatar' }));
    server.clock.time += 86_400_000;
    await server.uploads.sweep();
    expect(await readdir(server.folder)).toEqual([used]);
    expect(await server.uploads.read(customer, unused)).toBeNull();
    expect(await server.uploads.read(customer, used)).not.toBeNull();
    token = (
      (
        await server.http.post('/api/passport/login.html', {
          fields: { email: 'anna@mail.example', password: 'a horse, a staple' },
        })
      ).body.data as { token: string }
    ).token;
  });
});

describe('refusals of uploads', () => {
  test('a call without a token is refused before its body is read', async () => {
    expect((await upload(jpeg, { of: '' })).body).toEqual({ code: 1001, message: 'Please log in again', data: null });
    expect((await upload(jpeg, { of: 'A'.repeat(43), lang: 'zh' })).body.message).toBe('登录已失效，请重新登录');
  });

  test('a file of 1 MB or more is refused', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)]);
    expect((await upload(large)).status).toBe(413);
    expect((await upload(Buffer.concat([large, large]), { lang: 'zh' })).body).toMatchObject({
      code: 413,
      message: '请求内容过大',
    });
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
        controller.enqueue(Buffer.concat([Buffer.from(head), large]));
        controller.enqueue(Buffer.from('\r\n--b--'));
        controller.close();
      },
    });
    const headers = { 'access-token': token, 'content-type': 'multipart/form-data; boundary=b' };
    const init = { method: 'POST', headers, body: chunks, duplex: 'half' } as const;
    expect((await server.http.fetch(path, init)).status).toBe(413);
  });

  test('a request with no file, text in place of a file, two files or too many parts is refused', async () => {
    const send = (body: FormData | URLSearchParams) =>
      server.http.fetch(`${path}?lang=en`, { method: 'POST', headers: { 'access-token': token }, body });
    const form = (parts: readonly (readonly [string, string | Blob])[]): FormData => {
      const body = new FormData();
      for (const [name, value] of parts) body.append(name, value);
      return body;
    };
    const file = new Blob([new Uint8Array(jpeg)]);
    expect((await send(form([['lang', 'en']]))).body).toEqual(notOne);
    expect((await send(form([['file', 'text']]))).body).toEqual(notOne);
    expect((await send(new URLSearchParams({ file: 'text' }))).body).toEqual(notOne);
    expect(
      (
        await send(
          form([
            ['file', file],
            ['file', file],
          ]),
        )
      ).status,
    ).toBe(413);
    expect((await send(form(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'])))).status).toBe(413);
  });

  test.each([
    [
      'a form without an end',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['a form without its boundary', 'multipart/form-data', '--b--'],
    [
      'a prototype for a field',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--',
    ],
  ])('%s is answered, and not by an error of ours', async (_what, type, body) => {
    const headers = { 'access-token': token, 'content-type': type };
    const answer = await server.http.fetch(path, { method: 'POST', headers, body });
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.code).toBeOneOf([400, 406, 413]);
  });

  test('a multipart body of another call is refused', async () => {
    const body = new FormData();
    body.set('nickname', 'x');
    const answer = await server.http.fetch('/api/user/setinfo.html', {
      method: 'POST',
      headers: { 'access-token': token },
      body,
    });
    expect(answer.status).toBe(415);
  });

  test('a small file that would decode to many megabytes is refused', async () => {
    const side = 3000;
    const rows = randomBytes(side * 8);
    const noise = Buffer.concat(Array.from({ length: side / 8 }, () => rows));
    const raw = { width: side, height: side, channels: 1 } as const;
    const small = await sharp(noise, { raw }).toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer();
    expect(small.length).toBeLessThan(300_000);
    const { body } = await upload(small, { name: 'id.png', type: 'image/png' });
    expect(body).toMatchObject({ code: 400, data: { fields: { file: expect.stringContaining('1 MB') as unknown } } });
  });

  test('reading pictures too often is refused', async () => {
    const eager = await server.register('eager@mail.example');
    const codes = await Promise.all(
      Array.from({ length: 121 }, async () => (await read('A'.repeat(24), eager.token)).body.code),
    );
    expect(codes.filter((code) => code === 429)).toHaveLength(1);
  });

  test('more uploads than the hourly limit are refused', async () => {
    const limited = await startTestAccounts({ uploadsPerHour: null });
    const { user } = await limited.register('anna@mail.example');
    for (let count = 0; count < 52; count++) await limited.uploads.add(Number(user.id), jpeg);
    await expect(limited.uploads.add(Number(user.id), jpeg)).rejects.toMatchObject({ kind: 'tooManyRequests' });
    await limited.close();
  });
});

const hostile = await hostilePictures(80);

test('at least 200 hostile files are tested', () => {
  expect(hostile.length).toBeGreaterThan(200);
});

test.each(hostile)('hostile: $name is $fate', async ({ bytes, fate }) => {
  const before = await readdir(server.folder);
  const answer = await upload(bytes);
  if (fate === 'redrawn') {
    expect(answer.body.code).toBe(200);
    const kept = await keptOf(answer);
    expect((await sharp(kept).metadata()).format).toBe('jpeg');
    for (const trace of ['<script', '<?php', 'PK\u0003\u0004', 'Exif', 'xap']) expect(kept.includes(trace)).toBe(false);
  } else {
    expect([answer.status, answer.body.code]).toEqual([200, 400]);
    expect(await readdir(server.folder)).toEqual(before);
  }
});
