import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPassport, type TestPassport } from '../../../testing/test-passport.ts';

const path = '/api/passport/logout.html';
let it: TestPassport;

beforeAll(async () => {
  it = await startTestPassport();
});
afterAll(() => it.close());

test('ends this session at once and no other', async () => {
  const { token } = await it.register('anna@mail.example');
  const other = await it.register('ben@mail.example');
  const ended: string[] = [];
  it.passport.sessions.onEnd((sessionId) => ended.push(sessionId));
  const customer = await it.passport.sessions.authenticate(token);
  const answer = await it.http.post(path, { token, fields: { lang: 'en' } });
  expect(answer.body).toEqual({ code: 200, message: 'OK', data: null });
  expect(ended).toEqual([customer?.sessionId]);
  expect((await it.http.post(path, { token, fields: { lang: 'en' } })).body).toMatchObject({ code: 1001 });
  expect(await it.passport.sessions.authenticate(other.token)).not.toBeNull();
});

test.each(['', 'x', 'A'.repeat(43)])('token "%s" opens nothing', async (token) => {
  expect((await it.http.post(path, { token, fields: { lang: 'en' } })).body).toEqual({
    code: 1001,
    message: 'Please log in again',
    data: null,
  });
  expect((await it.http.post(path, { token })).body.message).toBe('登录已失效，请重新登录');
});
