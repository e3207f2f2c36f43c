import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../testing/lying-node.ts';
import {
  confirmations,
  openTestLitecoinCustody,
  outsideAddress,
  type TestLitecoinCustody,
} from '../../../testing/test-litecoin-custody.ts';

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

interface Block {
  readonly hash: string;
  readonly height: number;
  readonly tx: readonly { readonly vout: readonly { readonly n: number; readonly value: number }[] }[];
}

test('a deposit that the first node invents is not credited, and a true one is', async () => {
  const [made, honest] = [await at.newAddress(), await at.newAddress()];
  const { address } = made;
  const { scriptPubKey } = (await at.chain.node.call('validateaddress', address)) as { scriptPubKey: string };
  first.lies.set('getblock', ({ tx: [generating, ...others], ...block }: Block) => {
    const output = { n: 7, value: 50, scriptPubKey: { hex: scriptPubKey } };
    return { ...block, tx: [generating && { ...generating, vout: [...generating.vout, output] }, ...others] };
  });
  await at.advance();
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'seen', amount: 50 * coin }]);
  await at.advance(confirmations);
  expect(at.held(made.customer, 'LTC').available).toBe(0);
  expect(at.custody.doubt).toBe('the second node does not have a deposit that the first node reported');
  expect(at.alarms.join()).toContain('secondNode.disagrees');
  first.lies.clear();
  await at.database.db.deleteFrom('chain_deposits').where('customer', '=', made.customer).execute();
  await at.database.db.deleteFrom('utxo_coins').where('key_index', '=', made.customer).execute();
  await at.chain.outsider.pay(honest.address, BigInt(20 * coin));
  await at.advance(confirmations);
  expect(at.held(honest.customer, 'LTC').available).toBe(20 * coin);
});

test('a withdrawal whose landing the first node invents is not completed', async () => {
  const made = await at.newAddress();
  await at.chain.outsider.pay(made.address, BigInt(20 * coin));
  await at.advance(confirmations);
  const fields = { customer: made.customer, coin: 'LTC', chain: 'LTC', address: outsideAddress(7), amount: 5 * coin };
  const row = await at.approved(fields);
  await at.custody.tick();
  const { txid } = await at.withdrawal(row.id);
  const waiting = await at.chain.node.call('getrawtransaction', txid, true);
  let landed: number | null = null;
  first.lies.set('getblock', (block: Block) => {
    landed ??= block.height;
    if (block.height === landed)
      first.lies.set('getrawtransaction', (answer: object | string) =>
        typeof answer === 'string' ? answer : { ...answer, blockhash: block.hash, confirmations: 1 },
      );
    return block.height === landed ? { ...block, tx: [...block.tx, waiting] } : block;
  });
  await at.advanceEmpty(confirmations + 1);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: confirmations - 1 });
  expect(at.custody.doubt).toBe('the second node says that a payment is waiting, and the first node landed');
  first.lies.clear();
  await at.advance(confirmations + 1);
  // It completes in the block that both nodes have.
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});

test('a withdrawal that both nodes have completes', async () => {
  const made = await at.newAddress();
  await at.chain.outsider.pay(made.address, BigInt(20 * coin));
  await at.advance(confirmations);
  const fields = { customer: made.customer, coin: 'LTC', chain: 'LTC', address: outsideAddress(8), amount: 5 * coin };
  const row = await at.approved(fields);
  await at.custody.tick();
  await at.advance(confirmations + 1);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});

test('a deposit whose output the first node hides is credited once both report it, and others meanwhile', async () => {
  const [hidden, honest] = [await at.newAddress(), await at.newAddress()];
  const { scriptPubKey } = (await at.chain.node.call('validateaddress', hidden.address)) as { scriptPubKey: string };
  interface FullBlock {
    readonly tx: readonly { readonly vout: readonly { readonly scriptPubKey: { readonly hex: string } }[] }[];
  }
  first.lies.set('getblock', ({ tx, ...block }: FullBlock) => ({
    ...block,
    tx: tx.map((one) => ({ ...one, vout: one.vout.filter(({ scriptPubKey: { hex } }) => hex !== scriptPubKey) })),
  }));
  await at.chain.outsider.pay(hidden.address, BigInt(20 * coin));
  await at.chain.outsider.pay(honest.address, BigInt(20 * coin));
  await at.advance(confirmations * 2);
  expect(await at.deposits(hidden.customer)).toEqual([]);
  expect(at.custody.doubt).toBe('the second node has a deposit that the first node does not report');
  expect(at.held(honest.customer, 'LTC').available).toBe(20 * coin);
  first.lies.clear();
  await at.advance();
  expect(at.held(hidden.customer, 'LTC').available).toBe(20 * coin);
});
