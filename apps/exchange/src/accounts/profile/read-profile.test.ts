import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPassport, type TestPassport } from '../../../testing/test-passport.ts';

const path = '/api/user/read.html';
let it: TestPassport;

beforeAll(async () => {
  it = await startTestPassport();
});
afterAll(() => it.close());

test('read: the customer sees himself, as at log-in', async () => {
  const { token, user } = await it.register('anna@mail.example');
  const answer = await it.http.get(path, { token, fields: { lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: user });
  expect((await it.http.get(path, { token })).body.message).toBe('成功');
});

test('read: another customer sees another', async () => {
  const { token, user } = await it.register('ben@mail.example');
  expect((await it.http.get(path, { token })).body.data).toMatchObject({ id: user.id, email: 'b***n@mail.example' });
});

test('read: no token, or one that ended, is 1001', async () => {
  expect((await it.http.get(path)).body.code).toBe(1001);
  const { token } = await it.register('cleo@mail.example');
  await it.http.post('/api/passport/logout.html', { token });
  expect((await it.http.get(path, { token })).body.code).toBe(1001);
});

test('read: a customer who is gone has no session either', async () => {
  const { token, user } = await it.register('dora@mail.example');
  expect((await it.http.get(path, { token })).body.code).toBe(200);
  await it.database.db.deleteFrom('customers').where('id', '=', Number(user.id)).execute();
  expect((await it.http.get(path, { token })).body.code).toBe(1001);
});
