import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const path = '/api/user/setinfo.html';
const dayMs = 86_400_000;
let server: TestAccounts;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(async () => {
  const entered = await server.register(`anna${++tests}@mail.example`);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

const set = (fields: Record<string, string>) => server.http.post(path, { token, fields: { lang: 'en', ...fields } });

test('changes only the given fields', async () => {
  const answer = await set({ nickname: '  小明 & Co ', upColor: 'red', antiPhishing: 'red horse' });
  expect(answer.body).toMatchObject({
    code: 200,
    data: { nickname: '小明 & Co', upColor: 'red', lang: 'en', has: { antiPhishing: true }, avatar: null },
  });
  expect((await server.http.post(path, { token, fields: { lang: 'zh' } })).body).toMatchObject({
    message: '成功',
    data: { nickname: '小明 & Co', upColor: 'red', lang: 'zh' },
  });
  expect((await set({ antiPhishing: '' })).body).toMatchObject({ data: { has: { antiPhishing: false } } });
});

test("an avatar must be the customer's own unused upload; an empty one removes it", async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const mine = await server.uploads.add(customer, picture);
  expect((await set({ avatar: mine })).body).toMatchObject({ code: 200, data: { avatar: mine } });
  const again = 'The picture is missing or was used before. Upload it again';
  expect((await set({ avatar: mine })).body).toEqual({
    code: 400,
    message: again,
    data: { fields: { avatar: again } },
  });
  const stranger = await server.register(`stranger${tests}@mail.example`);
  const others = await server.uploads.add(Number(stranger.user.id), picture);
  const refused = await set({ avatar: others, nickname: 'not this either' });
  expect(refused.text).toBe((await set({ avatar: 'A'.repeat(24) })).text);
  expect((await set({})).body.data).not.toMatchObject({ nickname: 'not this either' });
  // A replaced picture is deleted, and so is the removed one.
  const next = await server.uploads.add(customer, picture);
  expect(await inUse()).toEqual([mine]);
  expect((await set({ avatar: next })).body).toMatchObject({ data: { avatar: next } });
  expect(await inUse()).toEqual([next]);
  expect((await set({ avatar: '' })).body).toMatchObject({ data: { avatar: null } });
  expect(await inUse()).toEqual([]);
});

async function inUse(): Promise<string[]> {
  const { db } = server.database;
  const rows = await db.selectFrom('uploads').select('id').where('used_for', '=', 'avatar').execute();
  return rows.map(({ id }) => id);
}

test('a region is stored with its country, and removed with it', async () => {
  const locationOf = async (fields: Record<string, string>) => (await set(fields)).body.data;
  expect(await locationOf({ country: 'de', latitude: '52', longitude: '13' })).toMatchObject({
    location: { country: 'DE', latitude: 52, longitude: 13 },
  });
  expect(await locationOf({ nickname: 'stays' })).toMatchObject({ location: { country: 'DE', latitude: 52 } });
  expect(await locationOf({ country: 'CL', latitude: '-33' })).toMatchObject({
    location: { country: 'CL', latitude: null, longitude: null },
  });
  expect(await locationOf({ country: '' })).not.toHaveProperty('location');
});

test.each<[field: string, value: string, zh: string, en: string]>([
  ['nickname', '', '字段不能为空', 'Fields cannot be blank'],
  ['nickname', 'a'.repeat(25), '内容过长', 'This is too long'],
  ['nickname', 'a\nb', '昵称含有不可用的字符', 'The nickname has characters that cannot be used'],
  ['nickname', '<b>x</b>', '昵称含有不可用的字符', 'The nickname has characters that cannot be used'],
  ['nickname', 'abc\u202eFDP', '昵称含有不可用的字符', 'The nickname has characters that cannot be used'],
  ['antiPhishing', 'a'.repeat(21), '内容过长', 'This is too long'],
  ['antiPhishing', 'a\u0000b', '防钓鱼码含有不可用的字符', 'The anti-phishing code has characters that cannot be used'],
  ['country', 'Germany', '请选择国家或地区', 'Choose a country or region'],
  ['upColor', 'blue', '选项无效', 'This is not one of the choices'],
  ['avatar', '../../etc/passwd', '格式不正确', 'This has the wrong format'],
])('%s "%s" is refused at its field', async (field, value, zh, en) => {
  expect((await set({ [field]: value })).body).toEqual({ code: 400, message: en, data: { fields: { [field]: en } } });
  expect((await set({ [field]: value, lang: 'zh' })).body.message).toBe(zh);
});

test('an unsupported language is refused at the field', async () => {
  const said = 'This is not one of the choices';
  expect((await set({ lang: 'fr' })).body).toEqual({ code: 400, message: said, data: { fields: { lang: said } } });
});

async function smsFor(phone: string): Promise<string> {
  await server.http.get('/api/user/passemail.html', { token, fields: { type: 'phone', phone } });
  return newestCode(server.mailbox.mails(`${phone}@sms.example`));
}

test('a phone needs its code; replacing it holds withdrawals', async () => {
  const blank = 'Fields cannot be blank';
  expect((await set({ phone: '+8613800138000' })).body).toEqual({
    code: 400,
    message: blank,
    data: { fields: { code: blank } },
  });
  const code = await smsFor('+8613800138000');
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await set({ phone: '+8613800138000', code: wrong })).body.code).toBe(1102);
  expect((await set({ phone: '+8613800138001', code })).body.code).toBe(1102);
  const bound = await set({ phone: '+86 138 0013 8000', code });
  expect(bound.body).toMatchObject({ code: 200, data: { phone: '+86***8000' } });
  expect(bound.body.data).not.toHaveProperty('holdUntil');
  expect((await set({ phone: '+8613800138000', code })).body.code).toBe(1102);
  const other = await set({ phone: '+4915112345678', code: await smsFor('+4915112345678') });
  expect(other.body).toMatchObject({ data: { phone: '+49***5678', holdUntil: server.clock.time + dayMs } });
  await server.sendWarnings();
  expect(server.mailbox.mails(`anna${tests}@mail.example`)[0]?.subject).toBe('FFT: Your phone number was changed');
});

test('a call without a token is refused with 1001', async () => {
  expect((await server.http.post(path, { fields: { nickname: 'x' } })).body.code).toBe(1001);
});
