import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';

const path = '/api/user/read.html';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

test('the customer reads the same profile as at log-in', async () => {
  const { token, user } = await server.register('anna@mail.example');
  const answer = await server.http.get(path, { token, fields: { lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: user });
  expect((await server.http.get(path, { token })).body.message).toBe('成功');
});

test('another customer reads their own profile', async () => {
  const { token, user } = await server.register('ben@mail.example');
  expect((await server.http.get(path, { token })).body.data).toMatchObject({
    id: user.id,
    email: 'b***n@mail.example',
  });
});

test('a missing or ended token is refused with 1001', async () => {
  expect((await server.http.get(path)).body.code).toBe(1001);
  const { token } = await server.register('cleo@mail.example');
  await server.http.post('/api/passport/logout.html', { token });
  expect((await server.http.get(path, { token })).body.code).toBe(1001);
});

test('a deleted customer has no session', async () => {
  const { token, user } = await server.register('dora@mail.example');
  expect((await server.http.get(path, { token })).body.code).toBe(200);
  await server.database.db.deleteFrom('customers').where('id', '=', Number(user.id)).execute();
  expect((await server.http.get(path, { token })).body.code).toBe(1001);
});
