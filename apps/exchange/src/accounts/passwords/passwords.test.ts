import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { testLimits } from '../../../testing/test-accounts.ts';
import { createPasswords } from './passwords.ts';

const requester = { rank: 'stranger', from: 'somewhere' } as const;

/** The hashes that a call starts outside of JavaScript. The library gives its work no name; timers and sockets of other files have one. */
async function hashesOf(call: () => Promise<boolean>): Promise<{ readonly started: number; readonly is: boolean }> {
  let started = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'undefined') started += 1;
    },
  });
  hook.enable();
  const is = await call();
  hook.disable();
  return { started, is };
}

test('an account that does not exist costs a hash as any other, and no password is its own', async () => {
  const passwords = await createPasswords({ pepper: 'pepper', limits: testLimits.password });
  const stored = await passwords.hash('a horse, a staple', requester);
  const check = (of: string | null, password: string) => hashesOf(() => passwords.verify(of, password, requester));
  const right = await check(stored, 'a horse, a staple');
  expect(right).toEqual({ started: 1, is: true });
  expect(await check(stored, 'not the password')).toEqual({ started: 1, is: false });
  expect(await check(null, 'not the password')).toEqual({ started: 1, is: false });
  // What the dummy hash was made of opens nothing either.
  expect(await check(null, 'nobody')).toEqual({ started: 1, is: false });
});
