import { randomBytes } from 'node:crypto';
import { keccak256, numberToHex, pad, type Address, type Hash, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmations, ether, openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { GatewayUnavailable } from '../../ledger/gateway-unavailable.ts';
import { Later } from '../../platform/later.ts';

/** Outcomes of a deposit whose block was dropped, wherever a process died in between. */
let at: TestCustody;
beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
});

/** After this many blocks a missing deposit is reversed. */
const gone = confirmations * 2;
const all = 100_000_000;
const usdt = () => at.chain.bank.usdt;
const depositOf = async (customer: number) => (await at.deposits(customer))[0];
const stateOf = async (customer: number) => (await depositOf(customer))?.state;
/** Request id of the deposit's first hold in the ledger. */
const holdOf = async (customer: number) => `orphan-ETH-${(await depositOf(customer))?.id}-1`;
const alarmsWith = (what: string) => at.alarms.filter((line) => line.includes(what));
const rawOf = (hash: Hash): Promise<Hex> =>
  at.node.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
const include = (raw: Hex) => at.node.sendRawTransaction({ serializedTransaction: raw });

/** Withdraws this amount from the customer. */
async function spend(owner: number, amount: number): Promise<void> {
  const asset = at.directory.assetId('ETH') ?? -1;
  const request = { requestId: `spent-${owner}`, owner };
  const coins = { destination: 'adjustments', kind: 'coin', asset, amount, fee: 0 } as const;
  await at.gateway.submit({ type: 'holdWithdrawal', ...request, ...coins });
  await at.gateway.submit({ type: 'settleWithdrawal', ...request });
}

/** Forks the chain from a block on, up to the same height; custody sees it in its next pass. */
async function reorganise(before: Hex, blocks = confirmations): Promise<void> {
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 11 });
  await at.mine(blocks);
}

/** One credited ether, of which this amount was spent, and whose block was dropped; its transaction can be sent again. */
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

describe('a deposit reversed for good', () => {
  test('the wait before a reversal counts from when the deposit was missed, however high the chain was then', async () => {
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

  test('a deposit that reappears after a reversal is credited once each time', async () => {
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
    // Dropped again, it is held and reversed again.
    await reorganise(before, confirmations + 2);
    await at.custody.tick();
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 60_000_000 });
    await at.advance(gone);
    expect(await depositOf(customer)).toMatchObject({ state: 'reversed', held: 60_000_000, reversals: 2 });
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
    await include(raw);
    await at.advance(confirmations);
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: 0 });
  });

  test('a reversed deposit that reappears and is dropped again before enough confirmations stays reversed', async () => {
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

  test('a lost deposit that was fully spent raises one alarm and a shortfall, and is not credited twice when it reappears', async () => {
    const { customer, raw } = await lost({ spent: all });
    await at.custody.tick();
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(alarmsWith('deposit.lost')).toHaveLength(1);
    expect(alarmsWith('deposit.reversed').join()).toContain(`"missing":${all}`);
    await include(raw);
    await at.advance(confirmations);
    expect(await stateOf(customer)).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
  });
});

describe('a process that dies', () => {
  /** Makes the ledger unavailable for holds. */
  function keepHolds() {
    const submit = at.gateway.submit.bind(at.gateway);
    return vi.spyOn(at.gateway, 'submit').mockImplementation((command) => {
      if (command.type !== 'holdWithdrawal') return submit(command);
      return Later.rejected(new GatewayUnavailable('away', { outcomeUnknown: true }));
    });
  }

  test('a lost deposit whose hold did not reach the ledger is not reversed before it does', async () => {
    const { customer } = await lost();
    const kept = keepHolds();
    await at.custody.tick();
    await at.advance(gone + 1);
    expect(await depositOf(customer)).toMatchObject({ state: 'lost', held: all });
    kept.mockRestore();
    await at.restart();
    await at.custody.tick();
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
    expect(alarmsWith('deposit.reversed').join()).toContain('"missing":0');
  });

  test('a lost deposit that reappears before its hold reached the ledger stays free, even if the hold arrives late', async () => {
    const { customer, raw } = await lost();
    const kept = keepHolds();
    await at.custody.tick();
    await include(raw);
    await at.advance();
    expect(await depositOf(customer)).toMatchObject({ state: 'found', held: all });
    kept.mockRestore();
    await at.restart();
    await at.custody.tick();
    expect(await depositOf(customer)).toMatchObject({ state: 'credited', held: 0 });
    expect(at.host.engine.withdrawal(customer, await holdOf(customer))?.state).toBe('released');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  });

  test('a deposit reversed before that was recorded is credited again when it reappears', async () => {
    const { customer, raw } = await lost();
    await at.custody.tick();
    await at.gateway.submit({ type: 'settleWithdrawal', requestId: await holdOf(customer), owner: customer });
    await at.restart();
    await include(raw);
    await at.advance(confirmations + 1);
    expect(await stateOf(customer)).toBe('credited');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  });

  test('a deposit released before that was recorded is held again when it is dropped again', async () => {
    const { customer } = await lost();
    await at.custody.tick();
    await at.gateway.submit({ type: 'releaseWithdrawal', requestId: await holdOf(customer), owner: customer });
    await at.advance();
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: all });
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: 0, frozen: 0 });
  });

  test('a deposit is not reversed twice after the ledger has forgotten its hold', async () => {
    const { customer } = await endedLongAgo('settleWithdrawal');
    await at.advance(gone);
    expect(await stateOf(customer)).toBe('reversed');
    expect(at.held(customer, 'ETH')).toEqual({ available: all, frozen: 0 });
    expect(alarmsWith('deposit.reversed').join()).toContain('"missing":40000000');
  });

  test('a released deposit is held again after the ledger has forgotten its first hold', async () => {
    const { customer } = await endedLongAgo('releaseWithdrawal');
    expect(await depositOf(customer)).toMatchObject({ state: 'lost', held: all, holds: 2 });
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: all });
    await at.advance(gone);
    expect(at.held(customer, 'ETH')).toEqual({ available: 60_000_000, frozen: 0 });
  });

  /** A lost deposit whose hold ended without a record; a day later other commands have followed, and the customer has another ether. */
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

test('while the tables lag too far to tell if a deposit was credited, one whose block is dropped holds no other money, and one that moves is credited where it is', async () => {
  /** A customer with one ether, and two unconfirmed ones that the ledger may have. */
  async function doubted() {
    const { customer, address } = await at.newAddress();
    await at.pay(null, address, ether);
    return { customer, address, state: async () => (await at.deposits(customer))[1]?.state };
  }
  const [dropped, moved] = [await doubted(), await doubted()];
  await at.advance(confirmations);
  const before = await at.node.snapshot();
  // The outsider's first payment must come first again.
  const kept = await rawOf(await at.pay(null, moved.address, 2n * ether));
  const lost = await rawOf(await at.pay(null, dropped.address, 2n * ether));
  await at.advance(confirmations - 1);
  const { db } = at.database;
  const inDoubt = [kept, lost].map((raw) => keccak256(raw));
  await db.updateTable('chain_deposits').set({ state: 'crediting' }).where('txid', 'in', inDoubt).execute();
  // The projector would continue from the sequence that the test sets.
  await at.projector.reached(at.host.sequence);
  const ledger = db.selectFrom('projection').select('sequence').where('name', '=', 'ledger');
  const { sequence } = await ledger.executeTakeFirstOrThrow();
  const setSequence = (to: number) =>
    db.updateTable('projection').set({ sequence: to }).where('name', '=', 'ledger').execute();
  await setSequence(0);
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 11 });
  await include(kept);
  await at.mine(confirmations - 1);
  await at.restartWaiting(100);
  await at.custody.tick();
  expect([await dropped.state(), await moved.state()]).toEqual(['inDoubt', 'backInDoubt']);
  expect(at.held(dropped.customer, 'ETH')).toEqual({ available: all, frozen: 0 });
  await setSequence(sequence);
  await at.restart();
  await at.custody.tick();
  expect([await dropped.state(), await moved.state()]).toEqual(['orphaned', 'seen']);
  await at.advance();
  expect(await moved.state()).toBe('credited');
  expect(at.held(moved.customer, 'ETH')).toEqual({ available: 3 * all, frozen: 0 });
  expect(at.alarms).toEqual([]);
  await include(lost);
  await at.advance(confirmations);
  expect(at.held(dropped.customer, 'ETH')).toEqual({ available: 3 * all, frozen: 0 });
});

describe('a contract whose payment differs in another block', () => {
  /** Sends USDT to the address in its first slot, as much as its second slot says. */
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

  test('a payment that changes with its block before the credit is credited as it is in the final block', async () => {
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
    expect(await depositOf(other.customer)).toMatchObject({
      state: 'credited',
      address: other.address,
      amount: 7_000_000,
    });
    expect(at.held(one.customer, 'USDT').available).toBe(0);
    expect(at.held(other.customer, 'USDT').available).toBe(7_000_000);
  });

  test('a credited payment that changes with its block is reversed, not released, and raises an alarm', async () => {
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
    expect(alarmsWith('deposit.notInBlock')).toHaveLength(1);
    await at.advance(gone);
    expect(await stateOf(one.customer)).toBe('reversed');
    expect(at.held(one.customer, 'USDT')).toEqual({ available: 0, frozen: 0 });
    expect(at.held(other.customer, 'USDT').available).toBe(0);
  });
});
