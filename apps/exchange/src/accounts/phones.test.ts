import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { demoPhoneAddress } from '../platform/mail/sms.ts';
import { createPhones } from './phones.ts';

const phone = '+447700900123';
let exchange: TestExchange;
let anna: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
});
afterAll(() => exchange.stop());

/** Every row of a table, as PostgreSQL prints it. */
async function printed(table: 'customers' | 'codes'): Promise<string> {
  const { rows } = await exchange.database.pool.query<{ row: string }>(`select t::text as row from ${table} as t`);
  return rows.map(({ row }) => row).join('\n');
}

test('a bound phone is in no row in the clear, neither while its code is open nor afterwards', async () => {
  await anna.call(calls.user.sendCode, { type: 'phone', phone });
  expect(await printed('codes')).not.toContain(phone.slice(4));
  const [sms] = await exchange.anonymous.call(calls.demo.mailbox, { to: demoPhoneAddress(phone) });
  const user = await anna.call(calls.user.setProfile, { phone, code: sms?.code ?? '' });
  expect(user.phone).toBe('+44***0123');
  expect(await printed('customers')).not.toContain(phone.slice(4));
});

test('a number sealed for one customer does not open for another', () => {
  const phones = createPhones('secret');
  const sealed = phones.seal(1000, phone);
  expect(phones.open(1000, sealed)).toBe(phone);
  expect(() => phones.open(1001, sealed)).toThrow('Unsupported state or unable to authenticate data');
  expect(createPhones('other').hash(phone)).not.toEqual(sealed.phone_hash);
});
