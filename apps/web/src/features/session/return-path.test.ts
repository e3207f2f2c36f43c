import { expect, test } from 'vitest';
import { loginPath, returnPath } from './return-path.ts';

test('log-in returns to the page that needs a session', () => {
  const from = '/pages/home/trade?symbol=BTC/USDT';
  const path = loginPath(from);
  expect(path.startsWith('/pages/login/login?to=')).toBe(true);
  expect(returnPath(path.slice(path.indexOf('?')))).toBe(from);
});

test.each([undefined, '/', '/pages/login/reg'])('log-in from %s leads home', (from) => {
  expect(loginPath(from)).toBe('/pages/login/login');
});

test.each(['', '?to=//evil.example', '?to=https://evil.example', '?to=/%5Cevil.example', '?to=/pages/login/login'])(
  '%s never leads out of the app, nor around in it',
  (search) => {
    expect(returnPath(search)).toBe('/');
  },
);
