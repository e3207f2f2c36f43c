import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { testLimits } from '../../../testing/test-accounts.ts';
import { createPasswords } from './passwords.ts';

const requester = { rank: 'stranger', from: 'somewhere' } as const;

/** The operations that a call starts outside of JavaScript: a hash is one. */
async function nativeWork(call: () => Promise<boolean>): Promise<{ readonly started: number; readonly is: boolean }> {
  let started = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type !== 'PROMISE') started += 1;
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
  const check = (of: string | null, password: string) => nativeWork(() => passwords.verify(of, password, requester));
  const right = await check(stored, 'a horse, a staple');
  expect(right).toEqual({ started: expect.any(Number) as number, is: true });
  expect(right.started).toBeGreaterThan(0);
  expect(await check(stored, 'not the password')).toEqual({ started: right.started, is: false });
  expect(await check(null, 'not the password')).toEqual({ started: right.started, is: false });
  // What the dummy hash was made of opens nothing either.
  expect(await check(null, 'nobody')).toEqual({ started: right.started, is: false });
});
