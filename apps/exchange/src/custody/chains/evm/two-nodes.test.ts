import { encodeAbiParameters, encodeEventTopics } from 'viem';
import { tokenAbi } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LyingNode } from '../../../../testing/faults/lying-node.ts';
import { confirmations, type TestCustody } from '../../../../testing/test-custody.ts';
import { type CustodyOverLyingNodes, openCustodyOverLyingNodes } from '../../../../testing/two-lying-nodes.ts';

/** One node lies or is away; the other is honest. */
const usdt = 1_000_000;
const recipient = `0x${'12'.repeat(20)}` as const;
let custody: CustodyOverLyingNodes;
let first: LyingNode;
let second: LyingNode;
let at: TestCustody;

beforeAll(async () => {
  custody = await openCustodyOverLyingNodes();
  ({ at, first, second } = custody);
});
afterAll(() => custody.close());
beforeEach(async () => {
  for (const node of [first, second]) {
    node.lies.clear();
    node.isAway = false;
  }
  at.passTime(61_000);
  await at.advance(2);
  at.alarms.length = 0;
});

const available = (customer: number): number => at.held(customer, 'USDT').available;
const pay = (to: `0x${string}`, amount: number) => at.pay(at.chain.bank.usdt, to, BigInt(amount));

/** The first node claims that a transaction of the next block moved this amount to an address. */
function inventDeposit(to: `0x${string}`, amount: number): void {
  const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from: at.outsider, to } });
  const data = encodeAbiParameters([{ type: 'uint256' }], [BigInt(amount)]);
  first.lies.set('eth_getBlockReceipts', (receipts: readonly { logs: readonly object[] }[]) =>
    receipts.map((receipt) => {
      const [known = {}] = receipt.logs;
      return { ...receipt, logs: [...receipt.logs, { ...known, address: at.chain.bank.usdt, topics, data }] };
    }),
  );
}

describe('a deposit', () => {
  test('a deposit that the first node invented in a true block is forgotten, and the alarm ends, once both nodes deny it', async () => {
    const made = await at.newAddress();
    const held = async () => (await at.custody.checkSolvency()).find(({ coin }) => coin === 'USDT')?.held;
    const before = await held();
    inventDeposit(made.address, 5_000 * usdt);
    await pay(at.outsider, usdt);
    await at.advance(confirmations + 1);
    expect(at.custody.doubt).toBe('the second node does not have a deposit that the first node reported');
    // One node alone ends nothing: now the second one has it.
    const lie = first.lies.get('eth_getBlockReceipts');
    first.lies.clear();
    if (lie) second.lies.set('eth_getBlockReceipts', lie);
    await at.advance(3);
    expect(await at.deposits(made.customer)).toMatchObject([{ state: 'seen' }]);
    expect(at.custody.doubt).toBe('the second node has a deposit that the first node does not report any more');
    second.lies.clear();
    await at.advance(3);
    expect(await at.deposits(made.customer)).toMatchObject([{ state: 'orphaned' }]);
    expect(at.alarms.filter((line) => line.includes('deposit.deniedByBoth'))).toHaveLength(1);
    expect([at.custody.doubt, available(made.customer), await held()]).toEqual([null, 0, before]);
  });

  test('a large deposit waits while the second node withholds it or is away, and a small one is credited', async () => {
    for (const silence of ['away', 'withholds'] as const) {
      const [large, small] = [await at.newAddress(), await at.newAddress()];
      await pay(large.address, 1_000 * usdt);
      await pay(small.address, 999 * usdt);
      if (silence === 'away') second.isAway = true;
      else
        second.lies.set('eth_getBlockReceipts', (receipts: readonly object[]) =>
          receipts.map((one) => ({ ...one, logs: [] })),
        );
      await at.advance(confirmations);
      expect([silence, available(large.customer), available(small.customer)]).toEqual([silence, 0, 999 * usdt]);
      expect(at.custody.doubt).toContain('the second node');
      second.isAway = false;
      second.lies.clear();
      at.passTime(31_000);
      await at.custody.tick();
      expect(available(large.customer)).toBe(1_000 * usdt);
      await at.advance(2);
      expect(at.custody.doubt).toBe(null);
    }
  });

  test('small deposits are credited on one node’s word only up to a daily total', async () => {
    at.passTime(25 * 3_600_000);
    const [many, one] = [await at.newAddress(), await at.newAddress()];
    second.isAway = true;
    for (let count = 0; count < 21; count += 1) await pay(many.address, 999 * usdt);
    await at.advance(confirmations);
    expect(available(many.customer)).toBe(20 * 999 * usdt);
    await pay(one.address, 10 * usdt);
    await at.advance(confirmations);
    expect(available(one.customer)).toBe(10 * usdt);
    second.isAway = false;
    at.passTime(31_000);
    await at.custody.tick();
    expect(available(many.customer)).toBe(21 * 999 * usdt);
  });

  test('a deposit that the first node drops is held, and reversed once the second node drops it too', async () => {
    const made = await at.newAddress();
    const before = await at.node.snapshot();
    await pay(made.address, 2_000 * usdt);
    await at.advance(confirmations);
    expect(available(made.customer)).toBe(2_000 * usdt);
    const known = new Map<string, unknown>();
    const height = Number(await at.node.getBlockNumber({ cacheTime: 0 }));
    for (let block = height - confirmations; block <= height; block += 1) {
      const number = `0x${block.toString(16)}`;
      known.set(number, await at.node.request({ method: 'eth_getBlockByNumber', params: [number, false] } as never));
    }
    second.lies.set('eth_getBlockByNumber', (result, { parameters: [number] }) => known.get(String(number)) ?? result);
    await at.node.revert({ id: before });
    await at.node.increaseTime({ seconds: 17 });
    await at.mine(confirmations);
    await at.advance(confirmations * 4);
    expect(await at.deposits(made.customer)).toMatchObject([{ state: 'lost' }]);
    expect(at.held(made.customer, 'USDT')).toEqual({ available: 0, frozen: 2_000 * usdt });
    expect(at.custody.doubt).toContain('the second node');
    second.lies.clear();
    await at.advance();
    expect(await at.deposits(made.customer)).toMatchObject([{ state: 'reversed' }]);
  });
});

describe('a withdrawal', () => {
  let customer: number;
  beforeAll(async () => {
    const made = await at.newAddress();
    customer = made.customer;
    await pay(made.address, 500 * usdt);
    await at.advance(confirmations * 5);
  });
  const state = async (id: number): Promise<string> => (await at.withdrawal(id)).state;

  test('a withdrawal that the first node calls failed is neither completed nor returned', async () => {
    const row = await at.approved({ customer, address: recipient, amount: 50 * usdt });
    await at.custody.tick();
    first.lies.set(
      'eth_getTransactionReceipt',
      (receipt: object | null) => receipt && { ...receipt, status: '0x0', logs: [] },
    );
    const before = at.held(customer, 'USDT');
    await at.advance(confirmations * 2);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: confirmations - 1 });
    expect(at.held(customer, 'USDT')).toEqual(before);
    expect(at.custody.doubt).toBe('the second node has another outcome of a payment');
    first.lies.clear();
    await at.advance();
    expect(await state(row.id)).toBe('done');
  });
});
