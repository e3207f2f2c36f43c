import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  enteredOf,
  startTestAccounts,
  testPassword,
  type Entered,
  type TestAccounts,
} from '../../../testing/test-accounts.ts';

let server: TestAccounts;
let email: string;
let first: Entered;
let tests = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
beforeEach(async () => {
  email = `anna${++tests}@mail.example`;
  first = await server.register(email);
});
afterAll(() => server.close());

async function enter(device: string): Promise<Entered> {
  server.clock.time += 1000;
  const fields = { email, password: testPassword };
  return enteredOf(await server.http.post('/api/passport/login.html', { fields, headers: { 'user-agent': device } }));
}

interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly device: string;
}

async function list(token: string): Promise<Session[]> {
  return (await server.http.get('/api/user/sessions.html', { token })).body.data as Session[];
}
const revoke = (token: string, id: string, lang = 'en') =>
  server.http.post('/api/user/revoke.html', { token, fields: { id, lang } });

describe('sessions', () => {
  test("lists the customer's sessions, the last used first, and marks the current one", async () => {
    const phone = await enter('a phone');
    const sessions = await list(phone.token);
    expect(sessions).toMatchObject([
      { current: true, device: 'a phone', ip: '127.0.0.1', created: server.clock.time, used: server.clock.time },
      { current: false },
    ]);
    expect(await list(first.token)).toMatchObject([{ current: false }, { current: true }]);
    server.clock.time += 120_000;
    await server.http.get('/api/user/read.html', { token: first.token });
    expect(await list(first.token)).toMatchObject([{ current: true, used: server.clock.time }, { device: 'a phone' }]);
    expect(JSON.stringify(sessions)).not.toContain(phone.token);
  });

  test('omits expired sessions and those of other customers', async () => {
    await server.register(`stranger${tests}@mail.example`);
    server.clock.time += 16 * 60_000;
    const { token } = await enter('now');
    expect(await list(token)).toMatchObject([{ device: 'now' }]);
  });

  test('refuses a call without a token with 1001', async () => {
    expect((await server.http.get('/api/user/sessions.html')).body.code).toBe(1001);
  });
});

describe('revoke', () => {
  test('ends one session of the customer immediately, and no other', async () => {
    const other = await enter('a lost phone');
    const ended: string[] = [];
    server.accounts.sessions.onEnd((id) => ended.push(id));
    const lost = (await list(first.token)).find(({ device }) => device === 'a lost phone')?.id ?? '';
    expect((await revoke(first.token, lost)).body).toEqual({ code: 200, message: 'OK', data: null });
    expect(ended).toEqual([lost]);
    expect((await server.http.get('/api/user/read.html', { token: other.token })).body.code).toBe(1001);
    expect((await server.http.get('/api/user/read.html', { token: first.token })).body.code).toBe(200);
  });

  test("another customer's session returns the same response as an unknown one, and continues", async () => {
    const stranger = await server.register(`stranger${tests}@mail.example`);
    const [theirs] = await list(stranger.token);
    const refused = await revoke(first.token, theirs?.id ?? '');
    expect(refused.body).toEqual({ code: 404, message: 'No such session', data: null });
    expect((await revoke(first.token, 'nothing')).text).toBe(refused.text);
    expect((await revoke(first.token, 'nothing', 'zh')).body.message).toBe('该登录不存在或已退出');
    expect((await server.http.get('/api/user/read.html', { token: stranger.token })).body.code).toBe(200);
  });

  test('refuses a blank or malformed id at the field, and a missing token with 1001', async () => {
    expect((await revoke(first.token, '')).body).toMatchObject({
      code: 400,
      data: { fields: { id: 'Fields cannot be blank' } },
    });
    expect((await revoke(first.token, "' or 1=1", 'zh')).body).toMatchObject({ code: 400, message: '格式不正确' });
    expect((await revoke('', 'x')).body.code).toBe(1001);
  });
});

describe('logins', () => {
  const logins = (fields: Record<string, string> = {}, token = first.token) =>
    server.http.get('/api/user/logins.html', { token, fields: { lang: 'en', ...fields } });

  test('lists successful and failed log-ins, the latest first, page by page', async () => {
    await enter('a phone');
    await server.http.post('/api/passport/login.html', {
      fields: { email, password: 'guess' },
      headers: { 'user-agent': 'a thief' },
    });
    const { items, next } = (await logins({ limit: '1' })).body.data as { items: object[]; next: string };
    expect(items).toEqual([
      {
        id: expect.any(String) as unknown,
        time: server.clock.time,
        ip: '127.0.0.1',
        device: 'a thief',
        state: 'failed',
      },
    ]);
    const rest = (await logins({ cursor: next })).body.data;
    // The registration logged in too.
    expect(rest).toMatchObject({
      items: [
        { device: 'a phone', state: 'done' },
        { device: 'node', state: 'done' },
      ],
      next: null,
    });
  });

  test('omits log-ins of other customers', async () => {
    await enter('a phone');
    const stranger = await server.register(`stranger${tests}@mail.example`);
    expect((await logins({}, stranger.token)).body.data).toMatchObject({ items: [{ device: 'node' }], next: null });
  });

  test('refuses a bad page in both languages, and a missing token with 1001', async () => {
    expect((await logins({ limit: '0' })).body).toMatchObject({
      code: 400,
      data: { fields: { limit: 'Enter a whole number within the range' } },
    });
    expect((await logins({ cursor: 'x', lang: 'zh' })).body).toMatchObject({ code: 400, message: '格式不正确' });
    expect((await logins({}, '')).body.code).toBe(1001);
  });
});
