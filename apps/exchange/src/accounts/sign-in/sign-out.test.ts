import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../testing/test-accounts.ts';

const path = '/api/passport/logout.html';
let server: TestAccounts;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.close());

test('a log-out ends the current session immediately, and no other', async () => {
  const { token } = await server.register('anna@mail.example');
  const other = await server.register('ben@mail.example');
  const ended: string[] = [];
  server.accounts.sessions.onEnd((sessionId) => ended.push(sessionId));
  const customer = await server.accounts.sessions.authenticate(token);
  const answer = await server.http.post(path, { token, fields: { lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
  expect(ended).toEqual([customer?.sessionId]);
  expect((await server.http.post(path, { token, fields: { lang: 'en' } })).body).toMatchObject({ code: 1001 });
  expect(await server.accounts.sessions.authenticate(other.token)).not.toBeNull();
});

test.each(['', 'x', 'A'.repeat(43)])('token "%s" is not accepted', async (token) => {
  expect((await server.http.post(path, { token, fields: { lang: 'en' } })).body).toEqual({
    code: 1001,
    message: 'Please log in again',
    data: null,
  });
  expect((await server.http.post(path, { token })).body.message).toBe('登录已失效，请重新登录');
});
