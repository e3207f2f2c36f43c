import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { confirmations, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

/** Blocks count as final once both nodes have marked them, however deep they are. */
const usdt = 1_000_000;
const recipient = `0x${'12'.repeat(20)}` as const;
let first: LyingNode;
let second: LyingNode;
let at: TestCustody;
const marks = { first: 0, second: 0 };

beforeAll(async () => {
  at = await openTestCustody({
    finality: 'finalized',
    through: async (url) => {
      first = await openLyingNode(url);
      marking(first, 'first', url);
      return first.url;
    },
    second: async (url) => {
      second = await openLyingNode(url);
      marking(second, 'second', url);
      return second.url;
    },
  });
});
afterAll(async () => {
  await at.close();
  await first.close();
  await second.close();
});

/** A local chain marks blocks by their depth; here the test does. */
function marking(node: LyingNode, name: keyof typeof marks, url: string): void {
  node.lies.set('eth_getBlockByNumber', async (result: unknown, { parameters: [tag] }) => {
    if (tag !== 'finalized') return result;
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [`0x${marks[name].toString(16)}`, false],
    };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { result: unknown }).result;
  });
}

const height = async (): Promise<number> => Number(await at.node.getBlockNumber({ cacheTime: 0 }));

test('a deposit is credited once both nodes have marked its block, not by its depth', async () => {
  const { customer, address } = await at.newAddress();
  const available = (): number => at.held(customer, 'USDT').available;
  await at.pay(at.chain.bank.usdt, address, BigInt(50 * usdt));
  await at.advance();
  const block = await height();
  await at.advance(confirmations * 2);
  expect(available()).toBe(0);
  marks.first = block;
  await at.custody.tick();
  expect(available()).toBe(0);
  marks.second = block - 1;
  await at.custody.tick();
  expect(available()).toBe(0);
  marks.second = block;
  await at.custody.tick();
  expect(available()).toBe(50 * usdt);
});

test('a marked block still needs its confirmations, and a payment ends once its block is marked', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, BigInt(50 * usdt));
  await at.advance();
  marks.first = marks.second = await height();
  await at.custody.tick();
  expect(at.held(customer, 'USDT').available).toBe(0);
  await at.advance(confirmations - 1);
  expect(at.held(customer, 'USDT').available).toBe(50 * usdt);
  const row = await at.approved({ customer, address: recipient, amount: 50 * usdt });
  await at.custody.tick();
  await at.advance(confirmations * 2);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: 0 });
  marks.first = marks.second = await height();
  await at.custody.tick();
  expect((await at.withdrawal(row.id)).state).toBe('done');
});
