import { afterAll, beforeAll, expect, test } from 'vitest';
import { pad, type Address, type Hex } from 'viem';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

/** Forwards its value to the address in its first word; then fails if its second word isn't zero. */
const passer = '0x00000000000000000000000000000000000a55e5';
const passerCode = '0x5f5f5f5f345f355af150602035156014575f5ffd5b00';
/** Calls the address in its first word with its whole value and the remaining calldata; ignores a failure. */
const outer = '0x000000000000000000000000000000000007e50e';
const outerCode = '0x604060205f375f5f60405f345f355af15000';

let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody({ traces: true });
  await at.node.setCode({ address: passer, bytecode: passerCode });
  await at.node.setCode({ address: outer, bytecode: outerCode });
});
afterAll(() => at.close());

const words = (...parts: readonly Hex[]): Hex => `0x${parts.map((one) => pad(one).slice(2)).join('')}`;
const call = (to: Address, data: Hex, value: bigint) =>
  at.node.sendTransaction({ to, data, value, gas: 200_000n, chain: null });

test('money that contracts pass on is credited, and money of failed calls and of calls inside them is not', async () => {
  const [direct, nested, undone, failed, plain] = [
    await at.newAddress(),
    await at.newAddress(),
    await at.newAddress(),
    await at.newAddress(),
    await at.newAddress(),
  ];
  await call(passer, words(direct.address, '0x00'), ether);
  const txid = await call(outer, words(passer, nested.address, '0x00'), 2n * ether);
  await call(outer, words(passer, undone.address, '0x01'), 3n * ether);
  await call(passer, words(failed.address, '0x01'), 4n * ether);
  await at.pay(null, plain.address, 5n * ether);
  await at.advance(confirmations - 1);
  expect(at.held(nested.customer, 'ETH').available).toBe(0);
  await at.advance();
  const everybody = [direct, nested, undone, failed, plain];
  const credited = everybody.map(({ customer }) => at.held(customer, 'ETH').available);
  expect(credited).toEqual([100_000_000, 200_000_000, 0, 0, 500_000_000]);
  expect(await at.deposits(nested.customer)).toMatchObject([{ txid, position: -3, state: 'credited' }]);
  expect(await at.chain.bank.balance(null, undone.address)).toBe(0n);
  // It is swept like any other deposit.
  await at.advance(confirmations * 3);
  expect(await at.deposits(nested.customer)).toMatchObject([{ swept: true }]);
  expect(await at.custody.checkSolvency()).toBeDefined();
  expect(at.custody.isShort).toBe(false);
  expect(at.alarms).toEqual([]);
});
