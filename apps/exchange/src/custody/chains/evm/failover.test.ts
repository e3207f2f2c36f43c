import { createPublicClient, http, type Transport } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { confirmations, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';
import { EvmNodes } from './evm-nodes.ts';

/** Three nodes of one chain, of which some are away. Amounts are so large that two must agree. */
const usdt = 1_000_000;
const large = 5_000 * usdt;
const recipient = `0x${'12'.repeat(20)}` as const;
let nodes: LyingNode[];
let at: TestCustody;

beforeAll(async () => {
  at = await openTestCustody({
    nodes: async (url) => {
      nodes = await Promise.all([openLyingNode(url), openLyingNode(url), openLyingNode(url)]);
      return nodes.map((node) => node.url);
    },
  });
});
afterAll(async () => {
  await at.close();
  for (const node of nodes) await node.close();
});
beforeEach(async () => {
  for (const node of nodes) {
    node.lies.clear();
    node.isAway = false;
  }
  // The nodes are looked after again, and the second one is asked again.
  await at.restart();
  at.alarms.length = 0;
});

const available = (customer: number): number => at.held(customer, 'USDT').available;
const pay = (to: `0x${string}`, amount: number) => at.pay(at.chain.bank.usdt, to, BigInt(amount));

/** Passes of custody while a node is away: one may fail, and finds out. */
async function advance(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await at.mine();
    await at.custody.tick().catch(() => undefined);
    at.passTime(31_000);
  }
}

test.each([
  ['first', 0],
  ['second', 1],
])('deposits and withdrawals go on without the %s of three nodes', async (_which, away) => {
  const { customer, address } = await at.newAddress();
  await pay(address, large);
  await at.advance();
  const node = nodes[away];
  if (node) node.isAway = true;
  await advance(confirmations + 2);
  expect(available(customer)).toBe(large);
  const row = await at.approved({ customer, address: recipient, amount: large });
  await advance(confirmations + 2);
  expect((await at.withdrawal(row.id)).state).toBe('done');
  expect(at.alarms.join()).toContain('node.down');
});

test('with one of three nodes left, large deposits wait for a second one', async () => {
  const { customer, address } = await at.newAddress();
  await pay(address, large);
  for (const node of nodes.slice(0, 2)) node.isAway = true;
  await advance(confirmations + 3);
  expect(await at.deposits(customer)).toMatchObject([{ state: 'seen' }]);
  expect(at.custody.doubt).toContain('the second node is away');
  for (const node of nodes) node.isAway = false;
  await at.restart();
  await at.advance();
  expect(available(customer)).toBe(large);
});

test('a node that falls out after a lie doesn’t confirm the lie as the second node', async () => {
  const [liar, honest] = nodes as [LyingNode, LyingNode];
  const urls = [liar.url, honest.url];
  const chosen = new EvmNodes({ chain: 'ETH', chainId: null, urls, blockSeconds: 12, log: at.log });
  await chosen.begin();
  const lie = 123_456;
  liar.lies.set('eth_blockNumber', () => `0x${lie.toString(16)}`);
  const open = (transport: Transport | null) => createPublicClient({ transport: transport ?? http(), cacheTime: 0 });
  const [reading, confirming] = [open(chosen.reading), open(chosen.confirming)];
  expect(await reading.getBlockNumber()).toBe(BigInt(lie));
  liar.isAway = true;
  await expect(reading.getBlockNumber()).rejects.toThrow('HTTP request failed');
  liar.isAway = false;
  honest.isAway = true;
  // In the same round, in which the first node no longer counts as up, and in the next ones.
  for (let round = 0; round < 3; round += 1) {
    await expect(confirming.getBlockNumber()).rejects.toThrow('HTTP request failed');
    await chosen.begin();
    const answers = await Promise.allSettled([reading.getBlockNumber(), confirming.getBlockNumber()]);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
  }
});

test('a node of another chain or far behind the others is not asked', async () => {
  const [first] = nodes;
  first?.lies.set('eth_chainId', () => '0x1');
  await at.restart();
  expect(at.alarms.join()).toContain('it follows chain 1');
  first?.lies.clear();
  first?.lies.set('eth_blockNumber', () => '0x0');
  await at.mine(20);
  await at.restart();
  await at.custody.tick();
  expect(at.alarms.join()).toContain('blocks behind');
  // One node alone that claims to be far ahead makes no other look late.
  at.alarms.length = 0;
  first?.lies.set('eth_blockNumber', () => '0xffffff');
  await at.restart();
  expect(at.alarms.join()).not.toContain('node.down');
});
