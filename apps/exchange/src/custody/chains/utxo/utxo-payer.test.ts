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
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuthority } from '../../../../testing/test-authority.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts';
import type { AttemptRow, PaymentRow } from '../../tables.ts';
import { Claims } from '../../payments/claims.ts';
import { Payments } from '../../payments/payments.ts';
import { SignerClient } from '../../payments/signer-client.ts';
import { utxoForm } from './utxo-addresses.ts';
import { UtxoCoins } from './utxo-coins.ts';
import { UtxoPayer, type UtxoPayerOptions } from './utxo-payer.ts';

/** What rows of coins say about a payment. */
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
/** The bytes of what the node has. */
let included = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  payments = new Payments(db, () => 1);
  const coins = new UtxoCoins(db, 'LTC', { confirmations, hasSecond: false });
  const unasked = (): never => {
    throw new Error('a look at what is in blocks asks for nothing else');
  };
  // The node has one transaction in a block.
  const node: UtxoPayerOptions['node'] = {
    placeOf: async () => ({ block: 'block' }),
    heightOf: async () => madeAt,
    rawOf: async () => included,
    broadcast: unasked,
    feePerKilobyte: unasked,
  };
  const log = pino({ level: 'silent' });
  const addresses = utxoForm.addressesOf({ xpub: secret.xpub, hot: [] }, 'litecoin-regtest');
  const claims = new Claims({ db, authority: testAuthority(log), facts: { addresses } });
  const signer = new SignerClient('/no-signer.sock');
  payer = new UtxoPayer({
    db,
    node,
    keys,
    coins,
    signer,
    claims,
    payments,
    confirmations,
    costMultiple: 5,
    log,
    now: () => 1,
  });
});
afterAll(() => database.close());

async function reserved(): Promise<PaymentRow> {
  const payment = { chain: 'LTC', purpose: 'withdrawal', reference: ++made, branch: 1, key_index: 0 } as const;
  const paid = { ...payment, coin: 'LTC', recipient: keys.addressOf(hotKey), amount: String(unit) };
  const found = await payments.reserve<{ readonly kind: 'refused' }>(paid, async () => ({ nonce: null }));
  if (found.kind === 'refused') throw new Error('nothing refuses it');
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
function attempt({ id: payment, recipient }: PaymentRow, coins: readonly UtxoCoin[], amount = unit): AttemptRow {
  const to = { network, recipient, amount, changeKey: hotKey, maxFee: unit };
  const plan = planPayment({ ...to, coins: [], replaces: { coins, fee: null }, feePerKilobyte: 10_000n });
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

test.each([
  ['waits where a transaction whose row is gone made it', unit, 'waiting'],
  ['is displaced where a transaction that pays something else spent its coin', unit / 2n, 'displaced'],
])('a payment %s', async (_what, amount, progress) => {
  const payment = await reserved();
  const coin = await coinOf(payment, false);
  const { txid: spent_by, raw } = attempt(payment, [coin], amount);
  included = raw;
  const ofIt = database.db.updateTable('utxo_coins').where('payment', '=', payment.id);
  await ofIt.set({ spent_by, spent_height: madeAt }).execute();
  expect(await progressAt(payment, [], madeAt + confirmations - 1)).toBe(progress);
});
