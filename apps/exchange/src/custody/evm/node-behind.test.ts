import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNodesBehind, type NodesBehind } from '../../../test/node-behind.ts';
import { confirmations, openTestCustody, type TestCustody } from '../../../test/test-custody.ts';

let nodes: NodesBehind;
let at: TestCustody;

beforeAll(async () => {
  at = await openTestCustody({
    through: async (url) => {
      nodes = await openNodesBehind(url);
      return nodes.url;
    },
  });
});
afterAll(async () => {
  await at.close();
  await nodes.close();
});

test('a payment that landed is not given back where a node that is behind knows nothing of it', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 50_000_000n);
  await at.advance(confirmations * 5);
  const recipient = '0x00000000000000000000000000000000000aBcDe';
  const row = await at.approved({ customer, address: recipient, amount: 40_000_000 });
  await at.custody.tick();
  nodes.behind.add('eth_getTransactionReceipt');
  await at.advance(confirmations * 2);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
  expect(at.held(customer, 'USDT')).toEqual({ available: 10_000_000, frozen: 40_000_000 });
  nodes.behind.clear();
  await at.advance();
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
  expect(at.held(customer, 'USDT')).toEqual({ available: 10_000_000, frozen: 0 });
});
