import { tronAddressHex } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../testing/faults/lying-node.ts';
import { tronOutsider } from '../../../testing/test-tron-chain.ts';
import {
  confirmations,
  openTestTronCustody,
  type TestTronCustody,
  tronUsdt,
} from '../../../testing/test-tron-custody.ts';

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

interface Receipt {
  readonly log?: readonly { readonly topics: readonly string[] }[];
}

test('a deposit that the first node invents is not credited', async () => {
  const [made, honest] = [await at.newAddress(), await at.newAddress()];
  const to = (tronAddressHex(made.address) ?? '').padStart(64, '0');
  first.lies.set('wallet/gettransactioninfobyblocknum', (receipts: readonly Receipt[]) =>
    receipts.map((receipt) => {
      const [log] = receipt.log ?? [];
      const [topic = '', from = ''] = log?.topics ?? [];
      const data = (5_000 * usdt).toString(16).padStart(64, '0');
      return log ? { ...receipt, log: [log, { ...log, topics: [topic, from, to], data }] } : receipt;
    }),
  );
  at.chain.pay(tronUsdt, honest.address, BigInt(2_000 * usdt));
  await at.advance();
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'seen', amount: 5_000 * usdt }]);
  await at.advance(confirmations);
  expect(at.held(made.customer, 'USDT').available).toBe(0);
  expect(at.held(honest.customer, 'USDT').available).toBe(2_000 * usdt);
  expect(at.custody.doubt).toBe('the second node does not have a deposit that the first node reported');
  await at.database.db.deleteFrom('chain_deposits').where('customer', '=', made.customer).execute();
});

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

test('a deposit whose log the first node hides is credited once both report it', async () => {
  const hidden = await at.newAddress();
  first.lies.set('wallet/gettransactioninfobyblocknum', (receipts: readonly Receipt[]) =>
    receipts.map((receipt) => ({ ...receipt, log: [] })),
  );
  at.chain.pay(tronUsdt, hidden.address, BigInt(2_000 * usdt));
  await at.advance(confirmations * 2);
  expect(await at.deposits(hidden.customer)).toEqual([]);
  expect(at.custody.doubt).toBe('the second node has a deposit that the first node does not report');
  first.lies.clear();
  await at.advance();
  expect(at.held(hidden.customer, 'USDT').available).toBe(2_000 * usdt);
});
