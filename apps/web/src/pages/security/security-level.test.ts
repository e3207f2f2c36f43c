import type { User } from '@fft/contract';
import { expect, test } from 'vitest';
import { securityLevel } from './security-level.ts';

const newcomer: User = {
  id: '1',
  email: 'a***@mail.example',
  phone: null,
  nickname: 'Anna',
  avatar: null,
  lang: 'en',
  upColor: 'green',
  identity: { state: 'none' },
  has: { payPassword: false, totp: false, antiPhishing: false },
  lastLogin: null,
  rules: { identityRequiredFor: [], withdrawalWaitSeconds: 86_400 },
};
const all = { payPassword: true, totp: true, antiPhishing: true };
const phone = '+86***8000';

test.each<[Partial<User>, object]>([
  [{ email: null }, { level: 'low', done: 1, next: 'email' }],
  [{}, { level: 'low', done: 2, next: 'payPassword' }],
  [{ has: { ...all, totp: false } }, { level: 'medium', done: 4, next: 'totp' }],
  [
    { phone, has: { ...all, totp: false } },
    { level: 'medium', done: 5, next: 'totp' },
  ],
  [{ has: all }, { level: 'high', done: 5, next: 'phone' }],
  [
    { phone, has: all },
    { level: 'high', done: 6, next: null },
  ],
  [
    { sms: false, has: all },
    { level: 'high', of: 5, done: 5, next: null },
  ],
])('%j', (changed, level) => {
  expect(securityLevel({ ...newcomer, ...changed })).toEqual({ of: 6, ...level });
});
