import { readSignedUtxo, scriptOfAddress, utxoNetworks } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  confirmations,
  openTestLitecoinCustody,
  type TestLitecoinCustody,
} from '../../../../testing/test-litecoin-custody.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';
import { UtxoNode } from './utxo-node.ts';

/** Dogecoin's addresses, signatures and fees on Litecoin's test chain, which knows all of them. */
const network = utxoNetworks['dogecoin-on-litecoin-regtest'];
const coin = 100_000_000n;
/** The books count millionths. */
const inBooks = (amount: bigint): number => Number(amount / 100n);
const recipient = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
let at: TestLitecoinCustody;

beforeAll(async () => {
  at = await openTestLitecoinCustody({ as: 'DOGE', consolidateAbove: 8 });
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const pay = (address: string, amount: bigint) => at.chain.outsider.pay(address, amount);
async function rich(...amounts: bigint[]): Promise<{ customer: number; address: string }> {
  const made = await at.newAddress();
  for (const amount of amounts) await pay(made.address, amount);
  await at.advance(confirmations);
  return made;
}
const approve = (customer: number, amount: bigint, address = recipient): Promise<WithdrawalRow> =>
  at.approved({ coin: 'DOGE', chain: 'DOGE', customer, address, amount: inBooks(amount), fee: 0 });
const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const rawsOf = async ({ id }: WithdrawalRow): Promise<string[]> => {
  const rows = await at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'chain_payments.id')
    .select('raw')
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .execute();
  return rows.map(({ raw }) => raw);
};

test('a customer gets a legacy address, and what comes there is credited once, from blocks without their transactions', async () => {
  const { customer, address } = await at.newAddress();
  expect(address).toMatch(/^[mn][1-9A-HJ-NP-Za-km-z]{25,34}$/);
  await pay(address, 12_345_678_900n / 10n);
  await pay(address, 400_000_000n);
  await at.advance(confirmations - 1);
  expect(at.held(customer, 'DOGE').available).toBe(0);
  await at.advance(1);
  // Below the minimum of five coins nothing is credited.
  expect(at.held(customer, 'DOGE').available).toBe(12_345_678);
  await at.restart();
  await at.advance(1);
  expect(at.held(customer, 'DOGE').available).toBe(12_345_678);
  expect(at.alarms).toEqual([]);
});

test('blocks are read the same with and without their transactions', async () => {
  const { height } = await at.chain.node.head();
  const apart = new UtxoNode(at.chain.url, { hasWholeBlocks: false });
  for (let block = height; block > height - 5; block -= 1)
    expect(await apart.block(block)).toEqual(await at.chain.node.block(block));
  expect(await apart.block(height + 1)).toBeNull();
});

test('a withdrawal from several coins is signed with their sources, pays no less than the network asks, and lands', async () => {
  const { customer } = await rich(9n * coin, 9n * coin, 9n * coin);
  const row = await approve(customer, 22n * coin);
  await at.custody.tick();
  expect(await state(row)).toBe('sent');
  const [raw = ''] = await rawsOf(row);
  const signed = readSignedUtxo(raw);
  expect(signed?.inputs.length).toBeGreaterThan(1);
  expect(signed?.outputs[0]).toEqual({ script: scriptOfAddress(recipient, network), amount: 22n * coin });
  const [attempt] = await at.database.db.selectFrom('chain_attempts').select('fee').where('raw', '=', raw).execute();
  const perKilobyte = (Number(attempt?.fee) * 1_000) / (raw.length / 2);
  expect(perKilobyte).toBeGreaterThanOrEqual(1_000_000);
  expect(perKilobyte).toBeLessThan(2_500_000);
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
  expect(at.custody.isShort).toBe(false);
  expect(at.alarms).toEqual([]);
});

test('a payment that waits for long is replaced by one that pays more, and one of the two lands', async () => {
  const { customer } = await rich(12n * coin);
  const row = await approve(customer, 7n * coin);
  await at.custody.tick();
  at.passTime(21 * 60_000);
  await at.custody.tick();
  const raws = await rawsOf(row);
  expect(raws).toHaveLength(2);
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
});

test('many small coins are merged', async () => {
  const free = async (): Promise<number> => {
    const rows = at.database.db.selectFrom('utxo_coins').select('txid').where('spent_by', 'is', null);
    return (await rows.where('chain', '=', 'DOGE').execute()).length;
  };
  await rich(...Array.from({ length: 12 }, () => 6n * coin));
  await at.advance(2);
  expect(await free()).toBeLessThan(8);
});
