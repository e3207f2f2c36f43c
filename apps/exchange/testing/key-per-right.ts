import { calls, keyRights, type KeyRight } from '@fft/contract';
import { createTestKey, emailOf, type TestKey } from './test-api-key.ts';
import type { TestExchange } from './test-exchange.ts';
import { payPassword } from './test-money.ts';
import { newestCode } from './newest-code.ts';

/** Registers a customer and creates a key for each right alone. */
export async function createKeyPerRight(exchange: TestExchange): Promise<ReadonlyMap<KeyRight, TestKey>> {
  const name = 'anna';
  const customer = await exchange.register(name);
  await customer.call(calls.user.sendCode, { type: 'pay' });
  const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: emailOf(name) });
  const password = { password: payPassword, passwordConfirm: payPassword };
  await customer.call(calls.user.setPassword, { type: 'pay', code: newestCode(mails), ...password });
  const keys = new Map<KeyRight, TestKey>();
  for (const right of keyRights) {
    const wanted =
      right === 'withdraw' ? { rights: right, addresses: '127.0.0.1,::1', payPassword } : { rights: right };
    keys.set(right, await createTestKey(exchange, { customer, name }, wanted));
  }
  return keys;
}
