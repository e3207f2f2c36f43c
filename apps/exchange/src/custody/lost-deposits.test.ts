import { randomBytes } from 'node:crypto';
import { keccak256, numberToHex, pad, type Address, type Hash, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../testing/test-custody.ts';
import { GatewayUnavailable } from '../ledger/gateway.ts';

/** What may become of a deposit whose block is gone, wherever a process died meanwhile. */
let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

/** So many blocks later what was missed is taken for good. */
const gone = confirmations * 2;
const all = 100_000_000;
const usdt = () => at.chain.bank.usdt;
const ofHim = async (customer: number) => (await at.deposits(customer))[0];
const stateOf = async (customer: number) => (await ofHim(customer))?.state;
/** The first hold for it, as the ledger knows it. */
const holdOf = async (customer: number) => `orphan-ETH-${(await ofHim(customer))?.id}-1`;
const told = (what: string) => at.alarms.filter((line) => line.includes(what));
const rawOf = (hash: Hash): Promise<Hex> =>
  at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
const include = (raw: Hex) => at.node.sendRawTransaction({ serializedTransaction: raw });

/** Leaves the customer with so much less. */
async function spend(owner: number, amount: number): Promise<void> {
  const asset = at.directory.assetId('ETH') ?? -1;
  const request = { requestId: `spent-${owner}`, owner };
  const coins = { destination: 'adjustments', kind: 'coin', asset, amount, fee: 0 } as const;
  await at.gateway.submit({ type: 'holdWithdrawal', ...request, ...coins });
  await at.gateway.submit({ type: 'settleWithdrawal', ...request });
}

/** The chain goes another way from a block on, and as far as it was: the custody sees it with the next look. */
async function reorganise(before: Hex, blocks = confirmations): Promise<void> {
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 11 });
  await at.mine(blocks);
}

/** One ether that was credited, of which so much was spent, and whose block is gone; the transaction can come again. */
async function lost({ spent = 0, blocks = confirmations } = {}): Promise<{ customer: number; raw: Hex }> {
  const { customer, address } = await at.newAddress();
  const before = await at.node.snapshot();
  const raw = await rawOf(await at.pay(null, address, ether));
  await at.advance(confirmations);
  expect(await stateOf(customer)).toBe('credited');
  if (spent > 0) await spend(customer, spent);
  await reorganise(before, blocks);
  return { customer, raw };
}

describe('for good', () => {
  test('counts from when it was missed, however far the chain was by then', async () => {
    const { customer, raw } = await lost({ blocks: gone * 2 });
    await at.custody.tick();
    await at.advance(gone - 1);
    expect(await stateOf(customer)).toBe('lost');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: all });
    await include(raw);
    await at.advance();
    expect(await stateOf(customer)).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  });

  test('taken back, and included after all: what was taken is credited anew, each time once', async () => {
    const { customer, raw } = await lost({ spent: 40_000_000 });
    await at.custody.tick();
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
    const before = await at.node.snapshot();
    await include(raw);
    await at.advance(confirmations - 1);
    expect(at.held(customer, 'ETH').available).toBe(0);
    await at.advance();
    expect(await stateOf(customer)).toBe('credited');
    await at.restart();
    await at.advance(2);
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: 0 });
    // Lost again, it is held and taken again.
    await reorganise(before, confirmations + 2);
    await at.custody.tick();
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 60_000_000 });
    await at.advance(gone);
    expect(await ofHim(customer)).toMatchObject({ state: 'reversed', held: 60_000_000, reversals: 2 });
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
    await include(raw);
    await at.advance(confirmations);
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: 0 });
  });

  test('seen again, and gone once more before it is deep enough: taken back as it was', async () => {
    const { customer, raw } = await lost();
    await at.custody.tick();
    await at.advance(gone);
    const before = await at.node.snapshot();
    await include(raw);
    await at.advance();
    expect(await stateOf(customer)).toBe('seen');
    await reorganise(before);
    await at.custody.tick();
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
  });

  test('all of it spent: told once, taken back with all of it missing, and nothing twice when it comes again', async () => {
    const { customer, raw } = await lost({ spent: all });
    await at.custody.tick();
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(told('deposit.lost')).toHaveLength(1);
    expect(told('deposit.reversed').join()).toContain(`"missing":${all}`);
    await include(raw);
    await at.advance(confirmations);
    expect(await stateOf(customer)).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
  });
});

describe('a process that dies', () => {
  /** Whatever is to be held, the ledger can't be asked. */
  function keepHolds() {
    const submit = at.gateway.submit.bind(at.gateway);
    return vi.spyOn(at.gateway, 'submit').mockImplementation(async (command) => {
      if (command.type === 'holdWithdrawal') throw new GatewayUnavailable('away', { outcomeUnknown: true });
      return submit(command);
    });
  }

  test('before its hold reached the ledger: nothing is taken before it has', async () => {
    const { customer } = await lost();
    const kept = keepHolds();
    await at.custody.tick();
    await at.advance(gone + 1);
    expect(await ofHim(customer)).toMatchObject({ state: 'lost', held: all });
    kept.mockRestore();
    await at.restart();
    await at.custody.tick();
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
    expect(told('deposit.reversed').join()).toContain('"missing":0');
  });

  test('before its hold reached the ledger, and included again: nothing stays held, also where the hold comes late', async () => {
    const { customer, raw } = await lost();
    const kept = keepHolds();
    await at.custody.tick();
    await include(raw);
    await at.advance();
    expect(await ofHim(customer)).toMatchObject({ state: 'found', held: all });
    kept.mockRestore();
    await at.restart();
    await at.custody.tick();
    expect(await ofHim(customer)).toMatchObject({ state: 'credited', held: 0 });
    expect(at.host.engine.withdrawal(customer, await holdOf(customer))?.state).toBe('released');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  });

  test('after it was taken and before that was written down: credited anew where it comes again', async () => {
    const { customer, raw } = await lost();
    await at.custody.tick();
    await at.gateway.submit({ type: 'settleWithdrawal', requestId: await holdOf(customer), owner: customer });
    await at.restart();
    await include(raw);
    await at.advance(confirmations + 1);
    expect(await stateOf(customer)).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  });

  test('after it was given back and before that was written down: held anew where it is lost again', async () => {
    const { customer } = await lost();
    await at.custody.tick();
    await at.gateway.submit({ type: 'releaseWithdrawal', requestId: await holdOf(customer), owner: customer });
    await at.advance();
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: all });
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
  });

  test('for longer than the ledger remembers what ended: what was taken is not taken again', async () => {
    const { customer } = await endedLongAgo('settleWithdrawal');
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
    expect(told('deposit.reversed').join()).toContain('"missing":40000000');
  });

  test('for as long, and what was given back is held anew', async () => {
    const { customer } = await endedLongAgo('releaseWithdrawal');
    expect(await ofHim(customer)).toMatchObject({ state: 'lost', held: all, holds: 2 });
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: all });
    await at.advance(gone);
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: 0 });
  });

  /** A lost one whose hold ended, which nobody wrote down; a day later others have gone on, and he has another ether. */
  async function endedLongAgo(type: 'settleWithdrawal' | 'releaseWithdrawal'): Promise<{ customer: number }> {
    const { customer } = await lost({ spent: 40_000_000 });
    await at.custody.tick();
    const requestId = await holdOf(customer);
    await at.gateway.submit({ type, requestId, owner: customer });
    at.passTime(25 * 3_600_000);
    const asset = at.directory.assetId('ETH') ?? -1;
    const another = { source: 'adjustments', owner: customer, kind: 'coin', asset, amount: all } as const;
    await at.gateway.submit({ type: 'deposit', requestId: 'another', ...another });
    expect(at.host.engine.withdrawal(customer, requestId)).toBeNull();
    await at.restart();
    await at.advance();
    return { customer };
  }
});

describe('one that was never credited, and the tables are too far behind to say so', () => {
  /** Has an ether, and another two of which it isn't known whether the ledger has them; their block is gone, or another one. */
  async function doubted({ isIncluded }: { isIncluded: boolean }) {
    const { customer, address } = await at.newAddress();
    await at.pay(null, address, ether);
    await at.advance(confirmations);
    const before = await at.node.snapshot();
    const raw = await rawOf(await at.pay(null, address, 2n * ether));
    await at.advance(confirmations - 1);
    const { db } = at.database;
    await db.updateTable('chain_deposits').set({ state: 'crediting' }).where('txid', '=', keccak256(raw)).execute();
    const ledger = db.selectFrom('projection').select('sequence').where('name', '=', 'ledger');
    const { sequence } = await ledger.executeTakeFirstOrThrow();
    const setSequence = (to: number) =>
      db.updateTable('projection').set({ sequence: to }).where('name', '=', 'ledger').execute();
    await setSequence(0);
    await at.node.revert({ id: before });
    await at.node.increaseTime({ seconds: 11 });
    if (isIncluded) await include(raw);
    await at.mine(confirmations - 1);
    await at.custody.tick();
    const state = async () => (await at.deposits(customer))[1]?.state;
    return { customer, raw, state, catchUp: () => setSequence(sequence) };
  }

  test('no other money is held for it', async () => {
    const { customer, raw, state, catchUp } = await doubted({ isIncluded: false });
    expect(await state()).toBe('lost');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
    await catchUp();
    await at.custody.tick();
    expect(await state()).toBe('orphaned');
    expect(at.alarms).toEqual([]);
    await include(raw);
    await at.advance(confirmations);
    expect(at.held(customer, 'ETH')).toEqual({ available: 3 * all, frozen: 0 });
  });

  test('nor is it given back as if it were there: it is credited where it is again', async () => {
    const { customer, state, catchUp } = await doubted({ isIncluded: true });
    expect(await state()).toBe('found');
    await catchUp();
    await at.custody.tick();
    expect(await state()).toBe('seen');
    await at.advance();
    expect(await state()).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: 3 * all, frozen: 0 });
  });
});

describe('a contract that pays otherwise in another block', () => {
  /** Sends USDT to whom its first slot says, as much as its second does. */
  async function payout(to: Address, amount: bigint): Promise<Address> {
    const contract: Address = `0x${randomBytes(20).toString('hex')}`;
    const bytecode =
      `0x63a9059cbb60e01b6000526000546004526001546024526000600060446000600073${usdt().slice(2)}5af100` as const;
    await at.node.setCode({ address: contract, bytecode });
    await set(contract, to, amount);
    await at.pay(usdt(), contract, 50_000_000n);
    await at.advance();
    return contract;
  }

  async function set(address: Address, to: Address, amount: bigint): Promise<void> {
    await at.node.setStorageAt({ address, index: 0, value: pad(to) });
    await at.node.setStorageAt({ address, index: 1, value: numberToHex(amount, { size: 32 }) });
  }

  const run = async (to: Address): Promise<Hex> =>
    rawOf(await at.node.sendTransaction({ to, gas: 300_000n, chain: null }));

  test('before the credit: what it does in the end is credited', async () => {
    const [one, other] = [await at.newAddress(), await at.newAddress()];
    const contract = await payout(one.address, 5_000_000n);
    const before = await at.node.snapshot();
    const raw = await run(contract);
    await at.advance();
    expect(await stateOf(one.customer)).toBe('seen');
    await at.node.revert({ id: before });
    await at.node.increaseTime({ seconds: 11 });
    await set(contract, other.address, 7_000_000n);
    await include(raw);
    await at.advance(confirmations + 1);
    expect(await at.deposits(one.customer)).toEqual([]);
    expect(await ofHim(other.customer)).toMatchObject({ state: 'credited', address: other.address, amount: 7_000_000 });
    expect(at.held(one.customer, 'USDT').available).toBe(0);
    expect(at.held(other.customer, 'USDT').available).toBe(7_000_000);
  });

  test('after the credit: not given back but taken, and people are told', async () => {
    const [one, other] = [await at.newAddress(), await at.newAddress()];
    const contract = await payout(one.address, 5_000_000n);
    const before = await at.node.snapshot();
    const raw = await run(contract);
    await at.advance(confirmations);
    expect(at.held(one.customer, 'USDT').available).toBe(5_000_000);
    await at.node.revert({ id: before });
    await at.node.increaseTime({ seconds: 11 });
    await set(contract, other.address, 7_000_000n);
    await include(raw);
    await at.advance(confirmations + 1);
    expect(at.held(one.customer, 'USDT')).toEqual({ available: 0, frozen: 5_000_000 });
    expect(told('deposit.notInBlock')).toHaveLength(1);
    await at.advance(gone);
    expect(await stateOf(one.customer)).toBe('reversed');
    expect(at.held(one.customer, 'USDT')).toEqual({ available: 0, frozen: 0 });
    expect(at.held(other.customer, 'USDT').available).toBe(0);
  });
});
