import { expect, test, vi } from 'vitest';
import { inOneSession, OtherSessionError } from './in-one-session.ts';
import { session } from './session.ts';

test('an answer that arrives after another customer logged in is rejected', async () => {
  let entry = '{"token":"anna"}';
  vi.stubGlobal('localStorage', { getItem: () => entry, setItem: (_key: string, text: string) => (entry = text) });
  const read = inOneSession((page: number) => Promise.resolve(`page ${page}`));
  expect(await read(1)).toBe('page 1');
  session.open('ben');
  await expect(read(2)).rejects.toThrow(OtherSessionError);
  vi.unstubAllGlobals();
});
