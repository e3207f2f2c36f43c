import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { tronOutsider } from '../../../../testing/test-tron-chain.ts';
import {
  confirmations,
  openTestTronCustody,
  type TestTronCustody,
  tronUsdt,
} from '../../../../testing/test-tron-custody.ts';

/** The first node lies; the second one is honest. */
const usdt = 1_000_000;
let first: LyingNode;
let at: TestTronCustody;
/** A customer with 1,000 USDT, deposited over the chain. */
let customer: number;

beforeAll(async () => {
  at = await openTestTronCustody(async (url) => {
    first = await openLyingNode(url);
    return first.url;
  });
  const made = await at.newAddress();
  customer = made.customer;
  at.chain.pay(tronUsdt, made.address, BigInt(1_000 * usdt));
  await at.advance(confirmations * 5);
});
afterAll(async () => {
  await at.close();
  await first.close();
});
beforeEach(() => {
  first.lies.clear();
  at.chain.losesAll = false;
  at.alarms.length = 0;
});

const arrived = (): bigint => at.chain.balance(tronUsdt, tronOutsider);
const attempts = (withdrawal: number) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select('txid')
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', withdrawal)
    .execute();

test('a withdrawal that the first node calls failed is not returned', async () => {
  const row = await at.approved({ customer, coin: 'USDT', chain: 'TRX', address: tronOutsider, amount: 50 * usdt });
  await at.custody.tick();
  first.lies.set('wallet/gettransactioninfobyid', (receipt: object) => ({
    ...receipt,
    result: 'FAILED',
    receipt: { result: 'OUT_OF_ENERGY' },
    log: [],
  }));
  await at.advance(confirmations + 2);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  expect(at.custody.doubt).toBe('the second node has another outcome of a payment');
  first.lies.clear();
  await at.advance();
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});

test('a withdrawal is paid once when the first node withholds its transaction until it has expired', async () => {
  const before = arrived();
  const row = await at.approved({ customer, coin: 'USDT', chain: 'TRX', address: tronOutsider, amount: 50 * usdt });
  await at.custody.tick();
  const [sent] = await attempts(row.id);
  first.lies.set('wallet/gettransactioninfobyid', () => ({}));
  first.lies.set('wallet/gettransactioninfobyblocknum', () => []);
  first.lies.set('wallet/getblockbynum', ({ transactions: _, ...block }: { readonly transactions: unknown }) => block);
  for (let end = 1; end <= 4; end += 1) {
    await at.passTime(125_000);
    await at.advance(3);
  }
  expect(await attempts(row.id)).toEqual([sent]);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  expect(arrived() - before).toBe(BigInt(50 * usdt));
});
