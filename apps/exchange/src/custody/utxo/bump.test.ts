import { expect, test } from 'vitest';
import { confirmations, openTestLitecoinCustody, outsideAddress } from '../../../testing/test-litecoin-custody.ts';

const coin = 100_000_000;

test('a Litecoin withdrawal that an operator bumps is replaced at once, and is paid once', async () => {
  const at = await openTestLitecoinCustody();
  await using closing = new AsyncDisposableStack();
  closing.defer(() => at.close());
  const { customer, address } = await at.newAddress();
  await at.chain.outsider.pay(address, BigInt(3 * coin));
  await at.advance(confirmations);
  const row = await at.approved({
    coin: 'LTC',
    chain: 'LTC',
    customer,
    address: outsideAddress(1),
    amount: coin,
    fee: 0,
  });
  await at.custody.tick();
  await at.advanceEmpty(1);
  const { db } = at.database;
  const query = db.selectFrom('chain_payments').select('id').where('reference', '=', row.id);
  const { id: payment } = await query.where('purpose', '=', 'withdrawal').executeTakeFirstOrThrow();
  const ask = async (): Promise<unknown> => {
    const asked = { payment, act: 'bump', operator: 'anna', time: at.now() } as const;
    await db.insertInto('payment_requests').values(asked).execute();
    await at.custody.tick();
    const rows = db.selectFrom('payment_requests').select('answer').orderBy('id', 'desc');
    return (await rows.executeTakeFirstOrThrow()).answer;
  };
  expect(await ask()).toBe('tooSoon');
  at.passTime(60_000);
  expect(await ask()).toBe('replaced');
  const attempts = await db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', payment)
    .orderBy('time')
    .execute();
  const [first, second] = attempts;
  expect(Number(second?.fee)).toBeGreaterThan(Number(first?.fee));
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid: second?.txid });
  const found = (await at.chain.node.call('scantxoutset', 'start', [`addr(${row.address})`])) as {
    total_amount: number;
  };
  expect(Math.round(found.total_amount * coin)).toBe(coin);
});
