import { calls, type User } from '@fft/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/index.ts';
import { refreshUser } from './user.ts';

// The app reads it when its modules are loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const someone = (id: string, nickname: string): User => ({ id, nickname }) as User;
const known = (): unknown => queryClient.getQueryData([calls.user.read.path, {}, 'en']);

beforeAll(() => void queryClient.setQueryData([calls.user.read.path, {}, 'en'], someone('1', 'Anna')));

test('user data from another answer is shown immediately', () => {
  refreshUser(someone('1', 'Ann'));
  expect(known()).toEqual(someone('1', 'Ann'));
});

test('an answer for a customer who was logged in before is never shown', () => {
  refreshUser(someone('2', 'Boris'));
  expect(known()).toEqual(someone('1', 'Ann'));
});
