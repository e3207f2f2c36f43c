import { rename } from 'node:fs/promises';
import type { Hash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../test/test-custody.ts';
import type { WithdrawalRow } from '../../withdrawals/index.ts';

const recipient = '0x00000000000000000000000000000000000aBcDe';
let at: TestCustody;
/** Has 100 USDT and an ETH that came over the chain. */
let customer: number;

beforeAll(async () => {
  at = await openTestCustody();
  const { customer: id, address } = await at.newAddress();
  customer = id;
  await at.pay(at.chain.bank.usdt, address, 100_000_000n);
  await at.pay(null, address, ether);
  await at.advance(confirmations * 5);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const attempts = (row: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select('txid')
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', row.id)
    .execute();

test('paid with a token that says it moved and did not: left to people, neither done nor given back', async () => {
  const before = at.held(customer, 'USDT');
  const row = await at.approved({ customer, address: recipient, amount: 3_000_000 });
  await at.custody.tick();
  const { usdt: token } = at.chain.bank;
  const code = await at.node.getCode({ address: token });
  // Answers that it did, and nothing else.
  await at.node.setCode({ address: token, bytecode: '0x60015f5260205ff3' });
  await at.mine();
  await at.node.setCode({ address: token, bytecode: code ?? '0x' });
  await at.advance(confirmations);
  expect(await state(row)).toBe('sent');
  expect(at.held(customer, 'USDT')).toEqual({ ...before, available: before.available - 3_000_000, frozen: 3_000_000 });
  expect(at.alarms.join()).toContain('its token does not say that it paid');
});

test('its nonce used up, and no block shows by what: nothing is given back', async () => {
  const row = await at.approved({ customer, address: recipient, amount: 4_000_000 });
  await at.custody.tick();
  const [signed] = await attempts(row);
  await at.node.dropTransaction({ hash: signed?.txid as Hash });
  const nonce = await at.node.getTransactionCount({ address: at.hot });
  await at.node.setNonce({ address: at.hot, nonce: nonce + 1 });
  at.passTime(16_000);
  await at.advance(confirmations + 1);
  expect(await state(row)).toBe('sent');
  expect(at.alarms.join()).toContain('no block shows by what');
  await at.node.setNonce({ address: at.hot, nonce });
  at.passTime(16_000);
  await at.custody.tick();
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
});

test('one that got lost is sent again also while the signer is away', async () => {
  const row = await at.approved({ customer, address: recipient, amount: 1_000_000 });
  await at.custody.tick();
  const [lost] = await attempts(row);
  await at.node.dropTransaction({ hash: lost?.txid as Hash });
  const { signerSocket: socket } = at.settings;
  await rename(socket, `${socket}.away`);
  at.passTime(61_000);
  await at.custody.tick();
  await rename(`${socket}.away`, socket);
  expect(at.alarms.join()).toContain('a payment waits, and is not replaced');
  await at.advance(confirmations);
  expect(await state(row)).toBe('done');
  expect(await attempts(row)).toHaveLength(1);
});

test('coins of the chain come to a contract that does something with them; one that refuses them waits for people', async () => {
  const [wallet, refusing] = ['c1', 'c2'].map((end) => `0x${end.padStart(40, '0')}` as const);
  if (!wallet || !refusing) throw new Error('two addresses');
  // Writes down that something came, and tells it; reverts.
  await at.node.setCode({ address: wallet, bytecode: '0x60015f555f5fa000' });
  await at.node.setCode({ address: refusing, bytecode: '0x5f5ffd' });
  const coins = { customer, coin: 'ETH', amount: 1_000_000 };
  const row = await at.approved({ ...coins, address: wallet });
  const refused = await at.approved({ ...coins, address: refusing });
  await at.custody.tick();
  await at.advance(confirmations);
  expect([await state(row), await state(refused)]).toEqual(['done', 'approved']);
  expect(await at.chain.bank.balance(null, wallet)).toBe(ether / 100n);
  expect(at.alarms.join()).toContain('its recipient doesn’t take it');
  await at.desk.move(refused.id, 'rejected');
});
