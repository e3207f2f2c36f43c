import {
  hotKey,
  planPayment,
  signUnsigned,
  unsignedOf,
  type UtxoCoin,
  utxoNetworks,
  UtxoPrivateKeys,
  UtxoPublicKeys,
} from '@fft/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts';
import type { AttemptRow, PaymentRow } from '../payment-rows.ts';
import { Payments } from '../payments.ts';
import { UtxoCoins } from './utxo-coins.ts';
import { UtxoPayer, type UtxoPayerOptions } from './utxo-payer.ts';

/** What rows of coins say about a payment, without a node: transactions that no block has. */
const network = utxoNetworks['litecoin-regtest'];
const secret = new UtxoPrivateKeys(new Uint8Array(32).fill(7), network);
const keys = new UtxoPublicKeys(secret.xpub, network);
const confirmations = 3;
const [madeAt, goneAt] = [5, 8];
const unit = 100_000_000n;

let database: TestDatabase;
let payments: Payments;
let payer: UtxoPayer;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  payments = new Payments(db, () => 1);
  const coins = new UtxoCoins(db, 'LTC', { confirmations, hasSecond: false });
  // No node is asked, and no signer.
  payer = new UtxoPayer({ db, keys, coins, payments, confirmations } as UtxoPayerOptions);
});
afterAll(() => database.close());

async function reserved(): Promise<PaymentRow> {
  const payment = { chain: 'LTC', purpose: 'withdrawal', reference: ++made, branch: 1, key_index: 0 } as const;
  const paid = { ...payment, coin: 'LTC', recipient: keys.addressOf(hotKey), amount: String(unit) };
  const found = await payments.reserve(paid, async () => ({ nonce: null }));
  return found.payment;
}

/** A coin that a payment has reserved; one that is gone was made by a block that left the chain, and its source was spent otherwise. */
async function coinOf(payment: PaymentRow, isGone: boolean): Promise<UtxoCoin> {
  const coin = { txid: String(++made).padStart(64, '0'), vout: 0, amount: 2n * unit, key: hotKey };
  const place = isGone ? { height: null, gone_height: goneAt } : { height: madeAt };
  const spent = { spent_by: null, spent_height: null, payment: payment.id };
  const row = { chain: 'LTC', txid: coin.txid, vout: 0, branch: 1, key_index: 0, amount: Number(coin.amount) };
  await database.db
    .insertInto('utxo_coins')
    .values({ ...row, ...place, ...spent, is_generated: false, sources: [], agreed: true })
    .execute();
  return coin;
}

/** A signed transaction of a payment that spends all of these coins. */
function attempt({ id: payment }: PaymentRow, coins: readonly UtxoCoin[]): AttemptRow {
  const amount = BigInt(coins.length) * 2n * unit - unit;
  const to = { network, recipient: keys.addressOf(hotKey), amount, changeKey: hotKey, maxFee: unit };
  const plan = planPayment({ ...to, coins, feePerKilobyte: 10_000n });
  if (typeof plan === 'string') throw new Error(plan);
  const signed = signUnsigned(unsignedOf(plan, keys), keys, secret);
  return { ...signed, payment, fee: '1', fee_per_gas: null, tip_per_gas: null, valid_until: null, time: 1 };
}

const progressAt = async (payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<string> =>
  (await payer.progressOf(payment, attempts, height)).kind;

test('a payment waits while one of its transactions spends no coin that is gone', async () => {
  const payment = await reserved();
  const [there, gone] = [await coinOf(payment, false), await coinOf(payment, true)];
  const attempts = [attempt(payment, [there]), attempt(payment, [there, gone])];
  expect(await progressAt(payment, attempts, goneAt + confirmations)).toBe('waiting');
});

test('a payment is displaced once all of its transactions spend a coin that is gone for good', async () => {
  const payment = await reserved();
  const [there, gone] = [await coinOf(payment, false), await coinOf(payment, true)];
  const attempts = [attempt(payment, [gone]), attempt(payment, [there, gone])];
  expect(await progressAt(payment, attempts, goneAt + confirmations - 2)).toBe('waiting');
  expect(await progressAt(payment, attempts, goneAt + confirmations - 1)).toBe('displaced');
});

test('a payment whose coin another one has taken is displaced where that coin is gone', async () => {
  const [payment, next] = [await reserved(), await reserved()];
  const gone = await coinOf(next, true);
  expect(await progressAt(payment, [attempt(payment, [gone])], goneAt + confirmations)).toBe('displaced');
});
