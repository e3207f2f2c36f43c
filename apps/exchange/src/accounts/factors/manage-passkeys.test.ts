import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSoftAuthenticator, type Changed, type SoftAuthenticator } from '../../../testing/soft-authenticator.ts';
import {
  startTestPassport,
  testLimits,
  testOrigin,
  testPassword,
  type TestPassport,
} from '../../../testing/test-passport.ts';

const dayMs = 86_400_000;
let it: TestPassport;
let email: string;
let token: string;
let device: SoftAuthenticator;
let tests = 0;

beforeAll(async () => {
  const passkey = { ...testLimits.passkey, perMinutePerIp: 1000 };
  const login = { ...testLimits.login, perMinutePerIp: 1000 };
  it = await startTestPassport({ limits: { ...testLimits, passkey, login } });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  token = (await it.register(email)).token;
  device = createSoftAuthenticator(testOrigin);
});
afterAll(() => it.close());

const post = (call: string, fields: Record<string, string>, of = token) =>
  it.http.post(`/api/${call}.html`, { token: of, fields: { lang: 'en', ...fields } });

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
const refused = { code: 1101, message: 'The passkey was not accepted. Please try again', data: null };

describe('adding', () => {
  test('makes a passkey for this site, kept by its owner’s device', async () => {
    expect(await beginAdding()).toMatchObject({
      rp: { id: 'fft.example', name: 'FFT' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const kept = [{ id: device.id, name: 'my phone', created: it.clock.time, used: null }];
    expect((await addDevice()).body).toEqual({ code: 200, message: 'OK', data: kept });
    expect((await it.http.get('/api/user/passkeys.html', { token })).body.data).toEqual(kept);
    expect(it.mailbox.mails(email)[0]?.subject).toBe('FFT: A passkey was added');
    expect(await beginAdding()).toMatchObject({ excludeCredentials: [{ id: device.id }] });
  });

  test('asks for the password, and for the second factor where one is set', async () => {
    expect((await post('user/passkeybegin', { password: 'wrong' })).body).toMatchObject({
      code: 1101,
      message: 'Wrong password',
    });
    const begun = await post('user/totp', { password: testPassword });
    const { secret } = begun.body.data as { secret: string };
    const codeNow = () => generateSync({ secret, epoch: Math.floor(it.clock.time / 1000) });
    await post('user/totpconfirm', { totp: codeNow() });
    it.clock.time += 30_000;
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

  test('a challenge is good once, for five minutes, and for whom it was given out', async () => {
    const options = await beginAdding();
    await add(device.create(options));
    expect((await add(createSoftAuthenticator(testOrigin).create(options))).body).toEqual(refused);
    const late = await beginAdding();
    it.clock.time += testLimits.passkey.challengeMs;
    expect((await add(createSoftAuthenticator(testOrigin).create(late))).body).toEqual(refused);
    const toLogIn = await optionsFor('passport/passkeybegin');
    expect((await add(createSoftAuthenticator(testOrigin).create(toLogIn), { lang: 'zh' })).body.message).toBe(
      '通行密钥验证失败，请重试',
    );
  });

  test('one that is kept already is not kept again, not even by somebody else', async () => {
    await addDevice();
    token = (await it.register(`stranger${tests}@mail.example`)).token;
    expect((await addDevice()).body).toEqual({ code: 409, message: 'This passkey was added already', data: null });
  });

  test.each([
    ['response', ''],
    ['response', 'no JSON'],
    ['response', '[]'],
    ['name', ''],
    ['name', '<b>'],
  ])('%s "%s" is told at the field', async (field, value) => {
    expect((await add({ id: 'x' }, { [field]: value })).body).toMatchObject({
      code: 400,
      data: { fields: { [field]: expect.any(String) as unknown } },
    });
  });

  test.each([{}, { id: 1 }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }, { response: null }])(
    'an answer like %j is refused',
    async (response) => {
      expect((await add(response)).body).toEqual(refused);
      expect((await enter(response)).body).toEqual(refused);
    },
  );

  test.each(['user/passkeybegin', 'user/passkeyadd', 'user/passkeyremove'])('%s: no token is 1001', async (call) => {
    expect((await post(call, { password: 'x', name: 'x', id: 'x', response: '{}' }, '')).body.code).toBe(1001);
  });
});

describe('logging in', () => {
  test('opens a session, without asking for a second factor, and says nothing before', async () => {
    await addDevice();
    const options = await optionsFor('passport/passkeybegin');
    expect(JSON.stringify(options)).not.toContain(device.id);
    const answer = await enter(device.get(options), { keep: 'true' });
    expect(answer.body).toMatchObject({ code: 200, data: { expiresAt: it.clock.time + 30 * dayMs } });
    const { token: opened } = answer.body.data as { token: string };
    expect((await it.http.get('/api/user/read.html', { token: opened })).body.code).toBe(200);
    expect((await it.http.get('/api/user/passkeys.html', { token: opened })).body.data).toMatchObject([
      { used: it.clock.time },
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

  test('gets through a lock that strangers made, and makes the device known', async () => {
    await addDevice();
    const guess = (password: string) => post('passport/login', { email, password }, '');
    for (let tried = 0; tried < 10; tried++) {
      if (tried === 5) it.clock.time += 60_000;
      await guess('a guess');
    }
    expect((await guess(testPassword)).body.code).toBe(401);
    const entered = await loginWith();
    expect(entered.body.code).toBe(200);
    expect(entered.headers.get('set-cookie')).toContain('fft-customer-device=');
  });

  test('wrong answers lock their network, for longer each time', async () => {
    const { failuresToLock, firstLockMs } = testLimits.passkey;
    const strict = await startTestPassport({
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

  test('replayed, or of a device that nobody has, it is refused with the same bytes', async () => {
    await addDevice();
    const answer = device.get(await optionsFor('passport/passkeybegin'));
    const answers = await Promise.all([enter(answer), enter(answer), enter(answer)]);
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    const unknown = createSoftAuthenticator(testOrigin).get(await optionsFor('passport/passkeybegin'));
    expect((await enter(unknown)).text).toBe((await enter(answer)).text);
  });

  test('of two answers to one challenge at once, by two devices, one comes in', async () => {
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

  test.each(['\0', 'a\0', 'a b', 'ä', '', 'A'.repeat(1365)])('of what is no key (%j), it is refused', async (id) => {
    expect((await enter({ id, rawId: id, type: 'public-key', response: {} })).body).toEqual(refused);
  });

  test("a key signed by another device under this one's name is refused", async () => {
    await addDevice();
    const forged = createSoftAuthenticator(testOrigin).get(await optionsFor('passport/passkeybegin'));
    expect((await enter({ ...forged, id: device.id, rawId: device.id })).body).toEqual(refused);
  });

  test('a locked account stays locked', async () => {
    await addDevice();
    await post('user/freeze', { password: testPassword });
    expect((await loginWith()).body).toMatchObject({ code: 401 });
  });

  test('one that was added within a week before a reset of the password is worth nothing, an older one stays', async () => {
    const forget = async () => {
      await post('passport/foremail', { email }, '');
      const code = it.mailbox.mails(email)[0]?.code ?? '';
      const fields = { email, code, password: testPassword, passwordConfirm: testPassword };
      expect((await post('passport/forget', fields, '')).body.code).toBe(200);
    };
    await addDevice();
    it.clock.time += 7 * 86_400_000;
    await forget();
    expect((await loginWith()).body.code).toBe(200);
    await it.database.db.updateTable('passkeys').set({ created: it.clock.time }).execute();
    await forget();
    expect((await loginWith()).body).toEqual(refused);
  });

  test('wrong ones are limited by address', async () => {
    const passkey = { ...testLimits.passkey, perMinutePerIp: 3 };
    const limited = await startTestPassport({ limits: { ...testLimits, passkey } });
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
  test('takes the password, ends its log-ins, and holds withdrawals', async () => {
    await addDevice();
    const remove = (fields: Record<string, string> = {}) =>
      post('user/passkeyremove', { id: device.id, password: testPassword, ...fields });
    expect((await remove({ password: 'wrong' })).body.code).toBe(1101);
    expect((await remove()).body).toEqual({ code: 200, message: 'OK', data: [] });
    expect((await loginWith()).body).toEqual(refused);
    expect((await it.http.get('/api/user/read.html', { token })).body).toMatchObject({
      data: { holdUntil: it.clock.time + dayMs },
    });
    expect((await remove()).body).toEqual({ code: 404, message: 'No such passkey', data: null });
  });

  test("another's answers like one that is not there", async () => {
    await addDevice();
    token = (await it.register(`stranger${tests}@mail.example`)).token;
    const fields = { id: device.id, password: testPassword };
    const missing = await post('user/passkeyremove', { ...fields, id: 'nothing' });
    expect((await post('user/passkeyremove', fields)).text).toBe(missing.text);
    expect((await post('user/passkeyremove', { ...fields, lang: 'zh' })).body.message).toBe('通行密钥不存在');
    expect((await it.http.get('/api/user/passkeys.html', { token })).body.data).toEqual([]);
    expect((await loginWith()).body.code).toBe(200);
  });
});
