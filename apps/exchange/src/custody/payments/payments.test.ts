import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { newPayment, Payments } from './payments.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('every open payment is listed, no matter how many precede it', async () => {
  const payments = new Payments(database.db, () => 1);
  const coin = { coin: 'ETH', contract: null };
  const order = { purpose: 'withdrawal', key: { branch: 1, index: 0 }, coin, recipient: '0xabc', amount: 1n } as const;
  const rows = Array.from({ length: 600 }, (_, reference) => ({
    ...newPayment('ETH', { ...order, reference }),
    nonce: reference,
    state: 'signed' as const,
    time: 1,
    updated: 1,
  }));
  await database.db.insertInto('chain_payments').values(rows).execute();
  expect((await payments.open('ETH')).map(({ reference }) => reference)).toEqual(
    rows.map(({ reference }) => reference),
  );
});
