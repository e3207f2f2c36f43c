import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import {
  confirmations,
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../../../../testing/test-litecoin-custody.ts';

/** The first node lies; the second one is honest. */
const coin = 100_000_000;
let first: LyingNode;
let at: TestLitecoinCustody;

beforeAll(async () => {
  at = await openTestLitecoinCustody({}, async (url) => {
    first = await openLyingNode(url);
    return first.url;
  });
});
afterAll(async () => {
  await at.close();
  await first.close();
});
beforeEach(() => {
  first.lies.clear();
  at.alarms.length = 0;
});

interface RawBlock {
  readonly height: number;
  readonly tx: readonly { readonly txid: string; readonly vout: readonly { readonly n: number; value: number }[] }[];
}

/** Each of the block's transactions, changed. */
const withTransactions =
  (change: (transaction: RawBlock['tx'][number]) => object) =>
  ({ tx, ...block }: RawBlock) => ({ ...block, tx: tx.map(change) });
const coinsOf = (customer: number) =>
  at.database.db.selectFrom('utxo_coins').selectAll().where('branch', '=', 0).where('key_index', '=', customer);

test('a coin that the first node invents is not spent, and is forgotten once that node denies it too', async () => {
  const [made, honest] = [await at.newAddress(), await at.newAddress()];
  const { scriptPubKey } = (await at.chain.node.call('validateaddress', made.address)) as { scriptPubKey: string };
  const { txid } = await at.chain.outsider.pay(honest.address, BigInt(20 * coin));
  const invented = { n: 7, value: 500, scriptPubKey: { hex: scriptPubKey } };
  first.lies.set(
    'getblock',
    withTransactions((one) => (one.txid === txid ? { ...one, vout: [...one.vout, invented] } : one)),
  );
  await at.advance(confirmations + 1);
  expect(await coinsOf(made.customer).execute()).toMatchObject([{ amount: 500 * coin, agreed: false }]);
  const fields = { customer: honest.customer, coin: 'LTC', chain: 'LTC', address: outsideAddress(9), amount: 5 * coin };
  const row = await at.approved(fields);
  await at.custody.tick();
  await at.advance(confirmations + 1);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
  expect(at.alarms.join()).toContain('does not have a coin that the first node reported');
  first.lies.clear();
  await at.advance(2);
  expect(await coinsOf(made.customer).execute()).toMatchObject([{ height: null, agreed: false }]);
  expect(at.alarms.join()).toContain('coin.mended');
  await at.database.db.deleteFrom('chain_deposits').where('customer', '=', made.customer).execute();
});

test('a coin whose amount the first node lowers is corrected once both report it', async () => {
  const made = await at.newAddress();
  const { txid } = await at.chain.outsider.pay(made.address, BigInt(20 * coin));
  const lowered = withTransactions((one) =>
    one.txid === txid ? { ...one, vout: one.vout.map((output) => ({ ...output, value: 3 })) } : one,
  );
  first.lies.set('getblock', lowered);
  await at.advance(confirmations + 1);
  expect(await coinsOf(made.customer).execute()).toMatchObject([{ amount: 3 * coin, agreed: false }]);
  first.lies.clear();
  await at.advance(2);
  expect(await coinsOf(made.customer).execute()).toMatchObject([{ amount: 20 * coin, agreed: true }]);
  expect(at.held(made.customer, 'LTC').available).toBe(20 * coin);
});

test('our own change is what we signed, whatever the first node says, and can be spent after one block', async () => {
  const made = await at.newAddress();
  await at.chain.outsider.pay(made.address, BigInt(20 * coin));
  await at.advance(confirmations + 1);
  const fields = { customer: made.customer, coin: 'LTC', chain: 'LTC', address: outsideAddress(10), amount: 5 * coin };
  const row = await at.approved(fields);
  await at.custody.tick();
  const { txid } = await at.withdrawal(row.id);
  first.lies.set(
    'getblock',
    withTransactions((one) =>
      one.txid === txid ? { ...one, vout: one.vout.map((output) => ({ ...output, value: 900 })) } : one,
    ),
  );
  await at.advance();
  const change = at.database.db.selectFrom('utxo_coins').selectAll().where('txid', '=', String(txid));
  const [found] = await change.execute();
  expect(found).toMatchObject({ branch: 1, agreed: true });
  expect(found?.amount).toBeLessThan(900 * coin);
  first.lies.clear();
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});

test('a payment waits, and is not set aside, while many coins are still to be compared', async () => {
  const made = await at.newAddress();
  await at.chain.outsider.pay(made.address, BigInt(30 * coin));
  await at.advance(confirmations + 1);
  const { db } = at.database;
  // As after an update: no coin was compared yet, and a round takes the hundred oldest.
  await db.updateTable('utxo_coins').set({ agreed: false }).execute();
  const older = Array.from({ length: 100 }, (_, vout) => ({
    chain: 'LTC',
    txid: 'a'.repeat(64),
    vout,
    branch: 0,
    key_index: made.customer,
    amount: 1,
    is_generated: false,
    height: 1,
    spent_by: null,
    spent_height: null,
    payment: null,
  }));
  await db.insertInto('utxo_coins').values(older).execute();
  const fields = { customer: made.customer, coin: 'LTC', chain: 'LTC', address: outsideAddress(11), amount: 5 * coin };
  const row = await at.approved(fields);
  await at.custody.tick();
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'approved' });
  await at.custody.tick();
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  expect(at.alarms.join()).not.toContain('withdrawal.needsReview');
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});
