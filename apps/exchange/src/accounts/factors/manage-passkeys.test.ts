import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSoftAuthenticator, type Changed, type SoftAuthenticator } from '../../../testing/soft-authenticator.ts';
import {
  startTestAccounts,
  testLimits,
  testOrigin,
  testPassword,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const dayMs = 86_400_000;
let server: TestAccounts;
let email: string;
let token: string;
let device: SoftAuthenticator;
let tests = 0;

beforeAll(async () => {
  const passkey = { ...testLimits.passkey, perMinutePerIp: 1000 };
  const login = { ...testLimits.login, perMinutePerIp: 1000 };
  server = await startTestAccounts({ limits: { ...testLimits, passkey, login } });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  token = (await server.register(email)).token;
  device = createSoftAuthenticator(testOrigin);
});
afterAll(() => server.close());

const post = (call: string, fields: Record<string, string>, of = token) =>
  server.http.post(`/api/${call}.html`, { token: of, fields: { lang: 'en', ...fields } });

async function optionsFor(call: string, fields: Record<string, string> = {}): Promise<unknown> {
  const { body } = await post(call, fields, call.startsWith('user') ? token : '');
  return (body.data as { options: unknown }).options;
}
const beginAdding = () => optionsFor('user/passkeybegin', { password: testPassword });
const add = (response: unknown, fields: Record<string, string> = {}) =>
  post('user/passkeyadd', { name: 'my phone', response: JSON.stringify(response), ...fields });
const addDevice = async () => add(device.create(await beginAdding()));
const enter = (response: unknown, fields: Record<string, string> = {}) =>
  post('passport/passkey', { response: JSON.stringify(response), ...fields }, '');
const loginWith = async (changed: Changed = {}) =>
  enter(device.get(await optionsFor('passport/passkeybegin'), changed));
const refused = { code: 1101, message: 'The passkey was not accepted. Try again', data: null };

describe('adding', () => {
  test('creates a discoverable passkey for this site', async () => {
    expect(await beginAdding()).toMatchObject({
      rp: { id: 'fft.example', name: 'FFT' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const kept = [{ id: device.id, name: 'my phone', created: server.clock.time, used: null }];
    expect((await addDevice()).body).toEqual({ code: 200, message: 'OK', data: kept });
    expect((await server.http.get('/api/user/passkeys.html', { token })).body.data).toEqual(kept);
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toBe('FFT: 已添加通行密钥');
    expect(await beginAdding()).toMatchObject({ excludeCredentials: [{ id: device.id }] });
  });

  test('requires the password, and the second factor if one is set', async () => {
    expect((await post('user/passkeybegin', { password: 'wrong' })).body).toMatchObject({
      code: 1101,
      message: 'Wrong password',
    });
    const begun = await post('user/totp', { password: testPassword });
    const { secret } = begun.body.data as { secret: string };
    const codeNow = () => generateSync({ secret, epoch: Math.floor(server.clock.time / 1000) });
    await post('user/totpconfirm', { totp: codeNow() });
    server.clock.time += 30_000;
    expect((await post('user/passkeybegin', { password: testPassword })).body.code).toBe(1105);
    expect((await post('user/passkeybegin', { password: testPassword, totp: codeNow() })).body.code).toBe(200);
  });

  test.each<[what: string, changed: Changed]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['not unlocked by its owner', { isVerified: false }],
  ])('an answer %s is refused', async (_what, changed) => {
    expect((await add(device.create(await beginAdding(), changed))).body).toEqual(refused);
  });

  test('a challenge is valid once, for five minutes, for the customer who requested it', async () => {
    const options = await beginAdding();
    await add(device.create(options));
    expect((await add(createSoftAuthenticator(testOrigin).create(options))).body).toEqual(refused);
    const late = await beginAdding();
    server.clock.time += testLimits.passkey.challengeMs;
    expect((await add(createSoftAuthenticator(testOrigin).create(late))).body).toEqual(refused);
    const toLogIn = await optionsFor('passport/passkeybegin');
    expect((await add(createSoftAuthenticator(testOrigin).create(toLogIn), { lang: 'zh' })).body.message).toBe(
      '通行密钥验证失败，请重试',
    );
  });

  test('a known passkey is not added again, even by another customer', async () => {
    await addDevice();
    token = (await server.register(`stranger${tests}@mail.example`)).token;
    expect((await addDevice()).body).toEqual({ code: 409, message: 'This passkey was added already', data: null });
  });

  test.each([
    ['response', ''],
    ['response', 'no JSON'],
    ['response', '[]'],
    ['name', ''],
    ['name', '<b>'],
  ])('%s "%s" is refused at its field', async (field, value) => {
    expect((await add({ id: 'x' }, { [field]: value })).body).toMatchObject({
      code: 400,
      data: { fields: { [field]: expect.any(String) as unknown } },
    });
  });

  test.each([{}, { id: 1 }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }, { response: null }])(
    'a response like %j is refused',
    async (response) => {
      expect((await add(response)).body).toEqual(refused);
      expect((await enter(response)).body).toEqual(refused);
    },
  );

  test.each(['user/passkeybegin', 'user/passkeyadd', 'user/passkeyremove'])(
    '%s without a token is refused with 1001',
    async (call) => {
      expect((await post(call, { password: 'x', name: 'x', id: 'x', response: '{}' }, '')).body.code).toBe(1001);
    },
  );
});

describe('logging in', () => {
  test('opens a session without a second factor, and reveals nothing before', async () => {
    await addDevice();
    const options = await optionsFor('passport/passkeybegin');
    expect(JSON.stringify(options)).not.toContain(device.id);
    const answer = await enter(device.get(options), { keep: 'true' });
    expect(answer.body).toMatchObject({ code: 200, data: { expiresAt: server.clock.time + 30 * dayMs } });
    const { token: opened } = answer.body.data as { token: string };
    expect((await server.http.get('/api/user/read.html', { token: opened })).body.code).toBe(200);
    expect((await server.http.get('/api/user/passkeys.html', { token: opened })).body.data).toMatchObject([
      { used: server.clock.time },
    ]);
  });

  test.each<[what: string, changed: Changed]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['not unlocked by its owner', { isVerified: false }],
    ['of a copy that counts from before', { counter: 1 }],
  ])('an answer %s is refused', async (_what, changed) => {
    await addDevice();
    expect((await loginWith()).body.code).toBe(200);
    expect((await loginWith(changed)).body).toEqual(refused);
  });

  test('succeeds while strangers lock the account, and makes the device known', async () => {
    await addDevice();
    const guess = (password: string) => post('passport/login', { email, password }, '');
    for (let tried = 0; tried < 10; tried++) {
      if (tried === 5) server.clock.time += 60_000;
      await guess('a guess');
    }
    expect((await guess(testPassword)).body.code).toBe(401);
    const entered = await loginWith();
    expect(entered.body.code).toBe(200);
    expect(entered.headers.get('set-cookie')).toContain('fft-customer-device=');
  });

  test('wrong responses lock out their network, for longer each time', async () => {
    const { failuresToLock, firstLockMs } = testLimits.passkey;
    const strict = await startTestAccounts({
      limits: { ...testLimits, passkey: { ...testLimits.passkey, perMinutePerIp: 1000 } },
    });
    const wrong = () => strict.http.post('/api/passport/passkey.html', { fields: { response: '{}', lang: 'en' } });
    for (let tried = 0; tried < failuresToLock; tried++) expect((await wrong()).body).toEqual(refused);
    expect((await wrong()).body).toMatchObject({ code: 429, data: { retryAfter: firstLockMs / 1000 } });
    strict.clock.time += firstLockMs;
    expect((await wrong()).body).toEqual(refused);
    expect((await wrong()).body).toMatchObject({ code: 429, data: { retryAfter: (2 * firstLockMs) / 1000 } });
    await strict.close();
  });

  test('a replayed response and one of an unknown device are refused with the same bytes', async () => {
    await addDevice();
    const answer = device.get(await optionsFor('passport/passkeybegin'));
    const answers = await Promise.all([enter(answer), enter(answer), enter(answer)]);
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    const unknown = createSoftAuthenticator(testOrigin).get(await optionsFor('passport/passkeybegin'));
    expect((await enter(unknown)).text).toBe((await enter(answer)).text);
  });

  test('of two concurrent responses to one challenge, by two devices, one succeeds', async () => {
    await addDevice();
    const other = createSoftAuthenticator(testOrigin);
    await add(other.create(await beginAdding()));
    for (let round = 0; round < 5; round++) {
      const options = await optionsFor('passport/passkeybegin');
      const answers = await Promise.all(
        [device, other].flatMap((each) => [each.get(options), each.get(options)]).map((each) => enter(each)),
      );
      expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    }
  });

  test.each(['\0', 'a\0', 'a b', 'ä', '', 'A'.repeat(1365)])(
    'a malformed credential id (%j) is refused',
    async (id) => {
      expect((await enter({ id, rawId: id, type: 'public-key', response: {} })).body).toEqual(refused);
    },
  );

  test("a response that another device signed under this passkey's id is refused", async () => {
    await addDevice();
    const forged = createSoftAuthenticator(testOrigin).get(await optionsFor('passport/passkeybegin'));
    expect((await enter({ ...forged, id: device.id, rawId: device.id })).body).toEqual(refused);
  });

  test('a passkey does not unlock a locked account', async () => {
    await addDevice();
    await post('user/freeze', { password: testPassword });
    expect((await loginWith()).body).toMatchObject({ code: 401 });
  });

  test('a password reset removes passkeys added within the last week and keeps older ones', async () => {
    const forget = async () => {
      await post('passport/foremail', { email }, '');
      const code = newestCode(server.mailbox.mails(email));
      const fields = { email, code, password: testPassword, passwordConfirm: testPassword };
      expect((await post('passport/forget', fields, '')).body.code).toBe(200);
    };
    await addDevice();
    server.clock.time += 7 * 86_400_000;
    await forget();
    expect((await loginWith()).body.code).toBe(200);
    await server.database.db.updateTable('passkeys').set({ created: server.clock.time }).execute();
    await forget();
    expect((await loginWith()).body).toEqual(refused);
  });

  test('wrong responses are limited per IP address', async () => {
    const passkey = { ...testLimits.passkey, perMinutePerIp: 3 };
    const limited = await startTestAccounts({ limits: { ...testLimits, passkey } });
    const codes: number[] = [];
    for (let index = 0; index < 5; index++) {
      const fields = { response: '{"id":"x"}' };
      codes.push((await limited.http.post('/api/passport/passkey.html', { fields })).body.code);
    }
    expect(codes).toEqual([1101, 1101, 1101, 429, 429]);
    await limited.close();
  });
});

describe('removing', () => {
  test('requires the password, ends its sessions and holds withdrawals', async () => {
    await addDevice();
    const remove = (fields: Record<string, string> = {}) =>
      post('user/passkeyremove', { id: device.id, password: testPassword, ...fields });
    expect((await remove({ password: 'wrong' })).body.code).toBe(1101);
    expect((await remove()).body).toEqual({ code: 200, message: 'OK', data: [] });
    expect((await loginWith()).body).toEqual(refused);
    expect((await server.http.get('/api/user/read.html', { token })).body).toMatchObject({
      data: { holdUntil: server.clock.time + dayMs },
    });
    expect((await remove()).body).toEqual({ code: 404, message: 'No such passkey', data: null });
  });

  test("another customer's passkey returns the same response as an unknown one", async () => {
    await addDevice();
    token = (await server.register(`stranger${tests}@mail.example`)).token;
    const fields = { id: device.id, password: testPassword };
    const missing = await post('user/passkeyremove', { ...fields, id: 'nothing' });
    expect((await post('user/passkeyremove', fields)).text).toBe(missing.text);
    expect((await post('user/passkeyremove', { ...fields, lang: 'zh' })).body.message).toBe('通行密钥不存在');
    expect((await server.http.get('/api/user/passkeys.html', { token })).body.data).toEqual([]);
    expect((await loginWith()).body.code).toBe(200);
  });
});
