import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestAccounts, testLimits, testPassword, type TestAccounts } from '../../../testing/test-accounts.ts';
import { newestCode } from '../../../testing/newest-code.ts';

const dayMs = 86_400_000;
const stepMs = 30_000;
let server: TestAccounts;
let email: string;
let token: string;
let customer: number;
let tests = 0;

beforeAll(async () => {
  const many = { ...testLimits.login, perMinutePerAccount: 1000, perHourPerAccount: 1000, perMinutePerIp: 1000 };
  server = await startTestAccounts({ limits: { ...testLimits, login: { ...many, failuresToLock: 1000 } } });
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  const entered = await server.register(email);
  token = entered.token;
  customer = Number(entered.user.id);
});
afterAll(() => server.close());

const post = (call: string, fields: Record<string, string>, of = token) =>
  server.http.post(`/api/${call}.html`, { token: of, fields: { lang: 'en', ...fields } });
const login = (fields: Record<string, string> = {}) =>
  post('passport/login', { email, password: testPassword, ...fields }, '');
const codeOf = (secret: string, offsetMs = 0): string =>
  generateSync({ secret, epoch: Math.floor((server.clock.time + offsetMs) / 1000) });
const wrong = {
  code: 1105,
  message: 'The code of the authenticator app is wrong or was used before',
  data: { methods: ['totp', 'recovery'] },
};

async function begin(): Promise<string> {
  const { body } = await post('user/totp', { password: testPassword });
  return (body.data as { secret: string }).secret;
}

/** Sets up the app, and moves the clock to a step whose code is unused. */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await begin();
  const { body } = await post('user/totpconfirm', { totp: codeOf(secret) });
  server.clock.time += stepMs;
  return { secret, ...(body.data as { recoveryCodes: string[] }) };
}

describe('setting up', () => {
  test('returns a secret for the password, and takes effect once a code confirms it', async () => {
    const begun = await post('user/totp', { password: testPassword });
    const { secret, uri } = begun.body.data as { secret: string; uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/FFT:${encodeURIComponent(email)}?secret=${secret}&issuer=FFT`);
    expect((await login()).body.code).toBe(200);
    const confirmed = await post('user/totpconfirm', { totp: codeOf(secret) });
    const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect((await login()).body.code).toBe(1105);
    expect((await server.http.get('/api/user/read.html', { token })).body).toMatchObject({
      data: { has: { totp: true } },
    });
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toBe('FFT: 身份验证器已开启');
  });

  test('neither secret nor recovery codes are readable in the database', async () => {
    const { secret, recoveryCodes } = await setUp();
    const rows = await server.database.db.selectFrom('totps').selectAll().where('customer', '=', customer).execute();
    expect(rows[0]?.sealed_secret.toString('latin1')).not.toContain(secret);
    const codes = await server.database.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(codes)).not.toContain(recoveryCodes[0]);
  });

  test('a wrong password or code is refused in both languages', async () => {
    const refused = await post('user/totp', { password: 'wrong' });
    expect(refused.body).toEqual({ code: 1101, message: 'Wrong password', data: null });
    const secret = await begin();
    expect((await post('user/totpconfirm', { totp: codeOf(secret, 10 * stepMs) })).body).toEqual(wrong);
    const chinese = await post('user/totpconfirm', { totp: codeOf(secret, 10 * stepMs), lang: 'zh' });
    expect(chinese.body.message).toBe('动态码错误或已使用');
  });

  test('if it is started twice, the second secret takes effect', async () => {
    const older = await begin();
    const newer = await begin();
    expect((await post('user/totpconfirm', { totp: codeOf(older) })).body.code).toBe(1105);
    expect((await post('user/totpconfirm', { totp: codeOf(newer) })).body.code).toBe(200);
  });

  test('an active app is not replaced by another set-up', async () => {
    const { secret } = await setUp();
    const again = await post('user/totp', { password: testPassword });
    expect(again.body).toEqual({
      code: 409,
      message: 'An authenticator app is already set up. Remove it first',
      data: null,
    });
    expect((await post('user/totpconfirm', { totp: codeOf(secret), lang: 'zh' })).body).toMatchObject({
      code: 409,
      message: '请先开始设置身份验证器',
    });
  });

  test.each(['totp', 'totpconfirm', 'totpremove', 'recovery'])(
    'user/%s: a missing token is refused with 1001, blank fields at the field',
    async (call) => {
      expect((await post(`user/${call}`, { password: 'x', totp: '123456' }, '')).body.code).toBe(1001);
      const field = call === 'totp' ? 'password' : 'totp';
      expect((await post(`user/${call}`, {})).body).toMatchObject({
        data: { fields: { [field]: 'Fields cannot be blank' } },
      });
      if (field === 'totp') {
        expect((await post(`user/${call}`, { totp: '12345', lang: 'zh' })).body).toMatchObject({
          data: { fields: { totp: '请输入 6 位动态码或恢复码' } },
        });
      }
    },
  );
});

describe('logging in', () => {
  test('requires the code, and accepts it once, even of concurrent log-ins', async () => {
    const { secret } = await setUp();
    expect((await login()).body).toEqual({
      code: 1105,
      message: 'Enter the code of your authenticator app',
      data: { methods: ['totp', 'recovery'] },
    });
    expect((await login({ lang: 'zh' })).body.message).toBe('请输入动态码');
    const totp = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 3 }, () => login({ totp })));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect((await login({ totp })).body).toEqual(wrong);
    server.clock.time += stepMs;
    expect((await login({ totp: codeOf(secret) })).body.code).toBe(200);
  });

  test('accepts the code of a clock that is one step off, and never one older than the last', async () => {
    const { secret } = await setUp();
    const early = codeOf(secret, stepMs);
    const now = codeOf(secret);
    expect((await login({ totp: early })).body.code).toBe(200);
    expect((await login({ totp: now })).body.code).toBe(1105);
    server.clock.time += 3 * stepMs;
    expect((await login({ totp: codeOf(secret, -stepMs) })).body.code).toBe(200);
    expect((await login({ totp: codeOf(secret, 2 * stepMs) })).body.code).toBe(1105);
  });

  test('five wrong codes in five minutes are checked, even of concurrent ones', async () => {
    await setUp();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => login({ totp: String(100_000 + index) })),
    );
    expect(guesses.filter(({ body }) => body.code === 1105)).toHaveLength(5);
    expect(guesses.filter(({ body }) => body.code === 429)).toHaveLength(15);
    const seen = await server.http.get('/api/user/logins.html', { token });
    const { items } = seen.body.data as { items: object[] };
    expect(items).toHaveLength(20);
    expect(items[0]).toMatchObject({ state: 'refused' });
  });

  test('a wrong password is refused first, and a missing code does not count as a failure', async () => {
    const { secret } = await setUp();
    expect((await login({ password: 'wrong', totp: codeOf(secret) })).body.code).toBe(1101);
    const failures = () => server.database.db.selectFrom('login_failures').select('failures').execute();
    const before = await failures();
    await login();
    expect(await failures()).toEqual(before);
  });

  test('a recovery code is valid once, in any case and without its hyphen, for its owner only', async () => {
    const { recoveryCodes } = await setUp();
    const [first = '', second = ''] = recoveryCodes;
    expect((await login({ totp: first.toUpperCase() })).body.code).toBe(200);
    expect((await login({ totp: first })).body).toEqual(wrong);
    expect((await login({ totp: second.replace('-', '') })).body.code).toBe(200);
    const other = `other${tests}@mail.example`;
    const { token: theirs } = await server.register(other);
    const { body } = await post('user/totp', { password: testPassword }, theirs);
    await post('user/totpconfirm', { totp: codeOf((body.data as { secret: string }).secret) }, theirs);
    expect((await login({ email: other, totp: recoveryCodes[2] ?? '' })).body.code).toBe(1105);
  });
});

describe('afterwards', () => {
  test('changes of the account require the code', async () => {
    const { secret } = await setUp();
    await server.http.get('/api/user/passemail.html', { token, fields: { type: 'pay' } });
    const form = { code: newestCode(server.mailbox.mails(email)), password: '295817', passwordConfirm: '295817' };
    expect((await post('user/setpass', { type: 'pay', ...form })).body.code).toBe(1105);
    expect((await post('user/setpass', { type: 'pay', ...form, totp: codeOf(secret) })).body.code).toBe(200);
  });

  test('new recovery codes void the old ones', async () => {
    const { secret, recoveryCodes } = await setUp();
    const renewed = await post('user/recovery', { totp: codeOf(secret) });
    const { recoveryCodes: fresh } = renewed.body.data as { recoveryCodes: string[] };
    expect(fresh).toHaveLength(10);
    expect((await login({ totp: recoveryCodes[0] ?? '' })).body.code).toBe(1105);
    expect((await login({ totp: fresh[0] ?? '' })).body.code).toBe(200);
  });

  test('the app is removed by a code, and withdrawals are held', async () => {
    const { secret } = await setUp();
    expect((await post('user/totpremove', { totp: codeOf(secret, 10 * stepMs) })).body).toEqual(wrong);
    expect((await post('user/totpremove', { totp: codeOf(secret) })).body).toEqual({
      code: 200,
      message: 'OK',
      data: null,
    });
    expect((await login()).body).toMatchObject({ code: 200, data: { user: { holdUntil: server.clock.time + dayMs } } });
    await server.sendWarnings();
    expect(server.mailbox.mails(email)[0]?.subject).toBe('FFT: 身份验证器已关闭');
    const rows = await server.database.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('customer', '=', customer)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a lost app is removed by a recovery code', async () => {
    const { recoveryCodes } = await setUp();
    expect((await post('user/totpremove', { totp: recoveryCodes[9] ?? '' })).body.code).toBe(200);
    expect((await login()).body.code).toBe(200);
  });

  test('without an app there is nothing to remove or renew', async () => {
    for (const call of ['user/totpremove', 'user/recovery']) {
      expect((await post(call, { totp: '123456' })).body).toEqual({
        code: 409,
        message: 'No authenticator app is set up',
        data: null,
      });
      expect((await post(call, { totp: '123456', lang: 'zh' })).body.message).toBe('尚未开启身份验证器');
    }
  });
});
