import { encodeAbiParameters, keccak256, toHex, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../../testing/test-custody.ts';

const waitMs = 31_000;
let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

const isSwept = async (customer: number): Promise<boolean[]> => (await at.deposits(customer)).map(({ swept }) => swept);
const ownPayments = (recipient: Address) =>
  at.database.db
    .selectFrom('chain_payments')
    .select(['id', 'purpose', 'state'])
    .where(({ eb, or }) => or([eb('recipient', '=', recipient), eb('recipient', '=', at.hot)]))
    .where('purpose', '!=', 'withdrawal')
    .where('id', '>', seen)
    .orderBy('id')
    .execute();
let seen = 0;
beforeEach(async () => {
  const { last } = await at.database.db
    .selectFrom('chain_payments')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  seen = last ?? 0;
});

/** Waits until a payment of this purpose is in the mempool. */
async function untilSigned(purpose: 'gas' | 'sweep', recipient: Address): Promise<void> {
  for (let block = 0; block < 12; block += 1) {
    const open = (await ownPayments(recipient)).filter(({ state }) => state === 'signed');
    if (open.some((one) => one.purpose === purpose)) return;
    await at.advance();
  }
  throw new Error(`no ${purpose} was sent`);
}

test('a sweep that failed on the chain is repeated after a delay and not before', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 50_000_000n);
  await untilSigned('sweep', address);
  // The transfer fails, as it does for a paused token.
  const slot = slotOf(address);
  await at.node.setStorageAt({ address: at.chain.bank.usdt, index: slot, value: word(0n) });
  await at.advance(confirmations);
  expect((await ownPayments(address)).map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
    'gas done',
    'sweep failed',
  ]);
  expect(at.alarms.join()).toContain('ownPayment.failed');
  await at.node.setStorageAt({ address: at.chain.bank.usdt, index: slot, value: word(50_000_000n) });
  await at.advance(confirmations);
  expect(await isSwept(customer)).toEqual([false]);
  expect(await ownPayments(address)).toHaveLength(2);
  at.passTime(waitMs);
  await at.custody.tick();
  await at.advance(confirmations * 2);
  expect(await isSwept(customer)).toEqual([true]);
  expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
  expect(at.held(customer, 'USDT').available).toBe(50_000_000);
});

test('a sweep that fees outgrow before its signature starts again with a smaller amount', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(null, address, ether);
  await untilSigned('sweep', address);
  const [sweep] = (await ownPayments(address)).slice(-1);
  if (!sweep) throw new Error('a sweep was begun');
  // As if the signer had been away.
  const attempts = await at.database.db
    .deleteFrom('chain_attempts')
    .where('payment', '=', sweep.id)
    .returningAll()
    .execute();
  for (const { txid } of attempts) await at.node.dropTransaction({ hash: txid as Hex });
  await at.database.db.updateTable('chain_payments').set({ state: 'reserved' }).where('id', '=', sweep.id).execute();
  await at.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 100_000_000_000n });
  await at.advance();
  expect(await ownPayments(address)).toEqual([]);
  expect(at.alarms.join()).toContain('ownPayment.signingRefused');
  at.passTime(waitMs);
  await at.advance(confirmations * 2);
  expect(await isSwept(customer)).toEqual([true]);
  expect(await at.chain.bank.balance(null, address)).toBeLessThan(ether / 50n);
});

test('swept money is counted once before the sweep has enough confirmations', async () => {
  const { address } = await at.newAddress();
  const held = async (): Promise<bigint | undefined> =>
    (await at.custody.checkSolvency()).find(({ coin }) => coin === 'USDT')?.held;
  const before = (await held()) ?? 0n;
  await at.pay(at.chain.bank.usdt, address, 20_000_000n);
  await untilSigned('sweep', address);
  expect((await held()) ?? 0n).toBe(before + 20_000_000n);
  await at.advance();
  expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
  expect((await held()) ?? 0n).toBe(before + 20_000_000n);
  await at.advance(confirmations);
});

test('a deposit credited during a sweep stays for the next sweep, even if it arrived before', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 30_000_000n);
  await at.pay(at.chain.bank.usdt, address, 50_000_000n);
  await at.advance();
  const [first] = (await at.deposits(customer)).toSorted((a, b) => a.id - b.id);
  const setFirst = (state: 'orphaned' | 'seen') =>
    at.database.db
      .updateTable('chain_deposits')
      .set({ state })
      .where('id', '=', first?.id ?? 0)
      .execute();
  // As if its block had been dropped and included again.
  await setFirst('orphaned');
  await untilSigned('sweep', address);
  await setFirst('seen');
  await at.advance(confirmations);
  expect(at.held(customer, 'USDT').available).toBe(80_000_000);
  await at.advance(confirmations * 3);
  expect(await isSwept(customer)).toEqual([true, true]);
  expect(await at.chain.bank.balance(at.chain.bank.usdt, address)).toBe(0n);
});

test('a gas top-up that did not arrive or was used up is sent again after a delay', async () => {
  const { customer, address } = await at.newAddress();
  await at.pay(at.chain.bank.usdt, address, 40_000_000n);
  await untilSigned('gas', address);
  // A contract that refuses every payment: PUSH0 PUSH0 REVERT.
  await at.node.setCode({ address, bytecode: '0x5f5ffd' });
  await at.advance(confirmations);
  expect(await ownPayments(address)).toMatchObject([{ purpose: 'gas', state: 'failed' }]);
  await at.node.setCode({ address, bytecode: '0x' });
  await at.advance(confirmations);
  expect(await ownPayments(address)).toHaveLength(1);
  at.passTime(waitMs);
  await at.advance();
  expect((await ownPayments(address)).filter(({ purpose }) => purpose === 'gas')).toHaveLength(2);
  // The second top-up arrives and is spent before the sweep.
  await at.advance(confirmations - 2);
  await at.mine();
  await at.node.setBalance({ address, value: 0n });
  await at.advance(confirmations * 2);
  expect((await ownPayments(address)).filter(({ purpose }) => purpose === 'gas')).toHaveLength(3);
  at.passTime(waitMs * 2);
  await at.advance(confirmations * 2);
  expect(await isSwept(customer)).toEqual([true]);
});

test('fifty deposits that cannot be swept do not delay others, and are swept once they can be', async () => {
  const poor: { readonly customer: number; readonly address: Address }[] = [];
  const least = ether / 1_000n;
  for (let index = 0; index < 50; index += 1) {
    const one = await at.newAddress();
    await at.pay(null, one.address, least);
    poor.push(one);
  }
  // The gas price makes a sweep cost more than the deposits.
  const dear = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await at.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 40_000_000_000n });
      await at.advance();
    }
  };
  await at.mine();
  await dear(confirmations + 1);
  const rich = await at.newAddress();
  await at.pay(null, rich.address, ether);
  await dear(confirmations * 3);
  expect(await isSwept(rich.customer)).toEqual([true]);
  const sweptOf = async (): Promise<number> =>
    (await Promise.all(poor.map(({ customer }) => isSwept(customer)))).flat().filter(Boolean).length;
  expect(await sweptOf()).toBe(0);
  await at.node.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000n });
  await at.mine();
  at.passTime(waitMs * 8);
  await at.advance(confirmations * 2);
  expect(await sweptOf()).toBe(50);
});

/** The token's balance mapping is its fourth word of storage. */
function slotOf(owner: Address): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 3n]));
}

function word(value: bigint): Hex {
  return toHex(value, { size: 32 });
}
