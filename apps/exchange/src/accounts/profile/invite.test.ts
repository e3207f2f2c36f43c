import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';

const path = '/api/user/invite.html';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

async function inviteOf(token: string): Promise<{ readonly code: string; readonly invited: number }> {
  return (await server.http.get(path, { token })).body.data as { code: string; invited: number };
}

async function register(email: string, inviteCode: string) {
  const fields = { ...formOf(email, await server.codeFor(email)), inviteCode, lang: 'en' };
  return (await server.http.post('/api/passport/reg.html', { fields })).body;
}

test('every customer has one code, and registrations with it are counted', async () => {
  const [anna, ben] = [await server.register('anna@mail.example'), await server.register('ben@mail.example')];
  const [mine, again] = await Promise.all([inviteOf(anna.token), inviteOf(anna.token)]);
  expect(mine).toEqual({ code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/) as unknown, invited: 0 });
  expect(again).toEqual(mine);
  expect((await inviteOf(ben.token)).code).not.toBe(mine.code);

  expect((await register('carl@mail.example', ` ${mine.code.toLowerCase()} `)).code).toBe(200);
  expect(await inviteOf(anna.token)).toEqual({ code: mine.code, invited: 1 });
  expect((await inviteOf(ben.token)).invited).toBe(0);
});

test('an unknown invite code is refused, and the mailed code stays valid', async () => {
  const email = 'dora@mail.example';
  const fields = { ...formOf(email, await server.codeFor(email)), lang: 'en' };
  const refused = await server.http.post('/api/passport/reg.html', { fields: { ...fields, inviteCode: 'NOBODY' } });
  expect(refused.body).toMatchObject({ code: 400, data: { fields: { inviteCode: 'This invite code doesn’t exist' } } });
  expect((await server.http.post('/api/passport/reg.html', { fields })).body.code).toBe(200);
});

test('a call without a session gets no invite code', async () => {
  expect((await server.http.get(path, {})).body.code).toBe(1001);
});
