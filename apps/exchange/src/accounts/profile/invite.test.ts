import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, startTestPassport, type TestPassport } from '../../../testing/test-passport.ts';

const path = '/api/user/invite.html';
let it: TestPassport;

beforeAll(async () => {
  it = await startTestPassport();
});
afterAll(() => it.close());

async function inviteOf(token: string): Promise<{ readonly code: string; readonly invited: number }> {
  return (await it.http.get(path, { token })).body.data as { code: string; invited: number };
}

async function register(email: string, inviteCode: string) {
  const fields = { ...formOf(email, await it.codeFor(email)), inviteCode, lang: 'en' };
  return (await it.http.post('/api/passport/reg.html', { fields })).body;
}

test('everybody has one code, and who registers with it is counted', async () => {
  const [anna, ben] = [await it.register('anna@mail.example'), await it.register('ben@mail.example')];
  const [mine, again] = await Promise.all([inviteOf(anna.token), inviteOf(anna.token)]);
  expect(mine).toEqual({ code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/) as unknown, invited: 0 });
  expect(again).toEqual(mine);
  expect((await inviteOf(ben.token)).code).not.toBe(mine.code);

  expect((await register('carl@mail.example', ` ${mine.code.toLowerCase()} `)).code).toBe(200);
  expect(await inviteOf(anna.token)).toEqual({ code: mine.code, invited: 1 });
  expect((await inviteOf(ben.token)).invited).toBe(0);
});

test('a code that nobody has is refused, and the code by mail is good for another try', async () => {
  const email = 'dora@mail.example';
  const fields = { ...formOf(email, await it.codeFor(email)), lang: 'en' };
  const refused = await it.http.post('/api/passport/reg.html', { fields: { ...fields, inviteCode: 'NOBODY' } });
  expect(refused.body).toMatchObject({ code: 400, data: { fields: { inviteCode: 'This invite code doesn’t exist' } } });
  expect((await it.http.post('/api/passport/reg.html', { fields })).body.code).toBe(200);
});

test('nobody has one without a session', async () => {
  expect((await it.http.get(path, {})).body.code).toBe(1001);
});
