import type { Hash } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LyingNode, openLyingNode } from '../../../../testing/faults/lying-node.ts';
import { confirmations, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

const recipient = '0x00000000000000000000000000000000000abcde';
/** Several nodes behind one address, as providers run them: the one that answers some calls lags. */
let nodes: LyingNode;
let at: TestCustody;

beforeAll(async () => {
  at = await openTestCustody({
    through: async (url) => {
      nodes = await openLyingNode(url);
      return nodes.url;
    },
  });
});
afterAll(async () => {
  await at.close();
  await nodes.close();
});

test('a withdrawal whose payment landed is not returned when a node that lags does not know the payment', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 50_000_000n);
  await at.advance(confirmations * 5);
  const row = await at.approved({ customer, address: recipient, amount: 40_000_000 });
  await at.custody.tick();
  nodes.lies.set('eth_getTransactionReceipt', () => null);
  await at.advance(confirmations * 2);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  expect(at.held(customer, 'USDT')).toEqual({ available: 10_000_000, frozen: 40_000_000 });
  nodes.lies.clear();
  await at.advance();
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
  expect(at.held(customer, 'USDT')).toEqual({ available: 10_000_000, frozen: 0 });
});

test('a withdrawal is not completed by a node that lags and has its payment in a dropped block', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 50_000_000n);
  await at.advance(confirmations * 5);
  const before = await at.node.snapshot();
  const row = await at.approved({ customer, address: recipient, amount: 40_000_000 });
  await at.custody.tick();
  await at.advance();
  const { txid } = await at.withdrawal(row.id);
  const receipt = await at.node.request({ method: 'eth_getTransactionReceipt', params: [txid as Hash] } as never);
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 5 });
  nodes.lies.set('eth_getTransactionReceipt', () => receipt);
  await at.mine(confirmations);
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  nodes.lies.clear();
  at.passTime(16_000);
  await at.custody.tick();
  await at.advance(confirmations);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done', txid });
});
