import { testPayer } from '@fft/chains';
import { encodeAbiParameters, encodeFunctionData, keccak256, toHex, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOwnPaymentAt } from '../../../../testing/own-payments.ts';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

/** The exchange never spends more than a fixed part of a sweep's value on its gas. */
let at: TestCustody;
const usdt = 1_000_000;
const gwei = 1_000_000_000n;
const waitMs = 31_000;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
  at.prices.worth = (coin, units) => (coin === 'ETH' ? (units * 3_000n) / 100n : units);
});

const token = () => at.chain.bank.usdt;
/** Mines blocks with this base fee. */
async function advanceAt(baseFeePerGas: bigint, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await at.node.setNextBlockBaseFeePerGas({ baseFeePerGas });
    await at.advance();
  }
}
const ownPayments = (customer: number, address: Address) =>
  at.database.db
    .selectFrom('chain_payments')
    .select(['purpose', 'state', 'amount', 'cost'])
    .where(isOwnPaymentAt(customer, address))
    .orderBy('id')
    .execute();
const held = async (coin: string): Promise<bigint> =>
  (await at.custody.checkSolvency()).find((line) => line.coin === coin)?.held ?? -1n;

test('gas for a thousand minimum deposits costs at most a fifth of their value', async () => {
  const { customer, address } = await at.newAddress();
  await advanceAt(20n * gwei, 1);
  const before = await held('USDT');
  const deposit = async (count: number): Promise<void> => {
    const args = [token(), Array.from({ length: count }, () => address), Array(count).fill(BigInt(usdt))] as const;
    const data = encodeFunctionData({ abi: testPayer.abi, functionName: 'payAll', args });
    await at.node.sendTransaction({ to: at.payer, data, gas: 3_000_000n, chain: null });
    await advanceAt(20n * gwei, 1);
  };
  await deposit(20);
  await advanceAt(20n * gwei, confirmations * 3);
  expect(at.held(customer, 'USDT').available).toBe(20 * usdt);
  expect(await ownPayments(customer, address)).toEqual([]);
  // Deposits not yet worth a sweep still belong to the exchange.
  expect((await held('USDT')) - before).toBe(BigInt(20 * usdt));
  for (let block = 0; block < 14; block += 1) await deposit(70);
  await advanceAt(20n * gwei, confirmations * 6);
  expect(at.held(customer, 'USDT').available).toBe(1_000 * usdt);
  const payments = await ownPayments(customer, address);
  const swept = payments
    .filter(({ purpose }) => purpose === 'sweep')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const cost = payments.reduce((sum, one) => sum + BigInt(one.cost ?? 0), 0n);
  expect(swept).toBeGreaterThan(BigInt(900 * usdt));
  expect(((cost * 3_000n * BigInt(usdt)) / ether) * 5n).toBeLessThan(swept);
  expect((await held('USDT')) - before).toBe(BigInt(1_000 * usdt));
});

test('gas left over from a sweep counts as held and pays for the next one', async () => {
  const { customer, address } = await at.newAddress();
  await advanceAt(20n * gwei, 1);
  await at.pay(null, address, ether / 1_000n);
  await advanceAt(20n * gwei, confirmations * 3);
  const before = await held('ETH');
  await at.pay(token(), address, BigInt(500 * usdt));
  await advanceAt(20n * gwei, confirmations * 4);
  expect((await ownPayments(customer, address)).map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
    'gas done',
    'sweep done',
  ]);
  expect(await at.node.getBalance({ address })).toBeGreaterThan(ether / 1_000n);
  const costs = async () =>
    (await ownPayments(customer, address)).reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n);
  expect((await held('ETH')) + (await costs())).toBe(before);
  await at.pay(token(), address, BigInt(500 * usdt));
  await advanceAt(gwei, confirmations * 4);
  const then = (await ownPayments(customer, address)).map(({ purpose }) => purpose);
  expect(then.filter((purpose) => purpose === 'gas')).toHaveLength(1);
  expect(await at.chain.bank.balance(token(), address)).toBe(0n);
  expect((await held('ETH')) + (await costs())).toBe(before);
});

test('a failed sweep is repeated once its deposits are also worth the gas already lost', async () => {
  at.prices.worth = (coin, units) => (coin === 'USDT' ? units : null);
  const { customer, address } = await at.newAddress();
  await at.pay(token(), address, BigInt(usdt + usdt / 2));
  const states = async () => (await ownPayments(customer, address)).map(({ purpose, state }) => `${purpose} ${state}`);
  for (let block = 0; block < 12 && !(await states()).includes('sweep signed'); block += 1) await at.advance();
  // The transfer fails, as it does for a paused token.
  await at.node.setStorageAt({ address: token(), index: slotOf(address), value: toHex(0n, { size: 32 }) });
  await at.advance(confirmations);
  expect(await states()).toEqual(['gas done', 'sweep failed']);
  await at.node.setStorageAt({ address: token(), index: slotOf(address), value: toHex(1_500_000n, { size: 32 }) });
  at.passTime(waitMs * 4);
  await at.advance(confirmations);
  expect(await states()).toHaveLength(2);
  await at.pay(token(), address, BigInt(usdt));
  await at.advance(confirmations * 4);
  expect((await states()).at(-1)).toBe('sweep done');
  expect(await at.chain.bank.balance(token(), address)).toBe(0n);
});

/** The token's balance mapping is its fourth word of storage. */
function slotOf(owner: Address): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 3n]));
}
