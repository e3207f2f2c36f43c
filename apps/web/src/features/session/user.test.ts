import { calls, type User } from '@fft/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/index.ts';
import { refreshUser } from './user.ts';

// The app reads it as soon as its code is there.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const someone = (id: string, nickname: string): User => ({ id, nickname }) as User;
const known = (): unknown => queryClient.getQueryData([calls.user.read.path, {}, 'en']);

beforeAll(() => void queryClient.setQueryData([calls.user.read.path, {}, 'en'], someone('1', 'Anna')));

test('what an answer tells of who is logged in is shown at once', () => {
  refreshUser(someone('1', 'Ann'));
  expect(known()).toEqual(someone('1', 'Ann'));
});

test('an answer of another customer’s, who was logged in before, is shown to nobody', () => {
  refreshUser(someone('2', 'Boris'));
  expect(known()).toEqual(someone('1', 'Ann'));
});
