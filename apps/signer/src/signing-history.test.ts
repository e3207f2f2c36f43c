import { expect, test } from 'vitest';
import { SeededRandom, maxTotalOf } from '../testing/attack/family.ts';
import { checkBudgets, checkAmountLimits, type BudgetUse } from './budgets.ts';
import { evmBudgetUse } from './evm-policy.ts';
import { type EvmRecord, SigningRefused } from './signing-record.ts';
import { IndexedHistory } from './signing-history.ts';

const dayMs = 86_400_000;
const budgets = { fee: { day: 60n, address: 12n }, gas: { day: 40n, address: 9n } };
const limit = { one: 9n, day: 50n };

function signedBy(chance: SeededRandom, time: number): EvmRecord {
  const purpose = chance.pick(['withdrawal', 'gas', 'sweep'] as const);
  const [reference, index] = [1 + chance.below(40), chance.below(4)];
  const amount = BigInt(1 + chance.below(9));
  return {
    chain: 'ETH',
    purpose,
    reference,
    key: purpose === 'sweep' ? { branch: 0, index } : { branch: 1, index: 0 },
    nonce: chance.below(30),
    payment: { token: null, to: '0x0b', amount },
    fee: BigInt(chance.below(6)),
    time,
    ...(purpose === 'gas' && { deposit: index }),
  };
}

/** Reference implementation of the policy: sums up all transactions of the day for each request. */
function refusedBy(asked: BudgetUse, charges: readonly BudgetUse[]): string | null {
  const isOver = (
    costOf: (charge: BudgetUse) => bigint,
    most: bigint,
    slotOf = ({ slot }: BudgetUse) => slot,
  ): boolean => {
    const sum = (all: readonly BudgetUse[]) =>
      maxTotalOf(
        all.map((charge) => ({ slot: slotOf(charge), away: [], gas: null, payers: [], fee: costOf(charge) })),
        ({ fee }) => fee,
      );
    return sum([...charges, asked]) > most && sum([...charges, asked]) > sum(charges);
  };
  const { payers, gas } = asked;
  if (
    asked.paid.length > 0 &&
    isOver(
      (one) => one.paid[0]?.amount ?? 0n,
      limit.day,
      (one) => one.paid[0]?.slot ?? '',
    )
  )
    return 'day';
  if (isOver(({ isWithdrawal, fee }) => (isWithdrawal === asked.isWithdrawal ? fee : 0n), budgets.fee.day))
    return 'fees';
  if (payers.some((key) => isOver((one) => (one.payers.includes(key) ? one.fee : 0n), budgets.fee.address)))
    return 'fees of an address';
  if (!gas) return null;
  if (isOver((one) => one.gas?.amount ?? 0n, budgets.gas.day)) return 'gas';
  const ofDeposit = (one: BudgetUse): bigint => (one.gas?.deposit === gas.deposit ? one.gas.amount : 0n);
  return isOver(ofDeposit, budgets.gas.address) ? 'gas of an address' : null;
}

function answerOf(charge: BudgetUse, log: IndexedHistory<EvmRecord>, now: number): boolean {
  try {
    if (charge.paid.length > 0) checkAmountLimits(charge, log.spent(now), limit);
    checkBudgets(charge, log.spent(now), budgets);
    return true;
  } catch (error) {
    if (error instanceof SigningRefused) return false;
    throw error;
  }
}

test('incremental sums equal sums computed from scratch, also when the clock jumps', () => {
  const chance = new SeededRandom(20_261_124);
  const log = new IndexedHistory(evmBudgetUse);
  const all: EvmRecord[] = [];
  let now = 1_700_000_000_000;
  const said = new Map<string, number>();
  for (let round = 0; round < 4_000; round += 1) {
    now += chance.mostly(97, chance.below(dayMs / 20), [-chance.below(2 * dayMs), chance.below(2 * dayMs)]);
    const one = signedBy(chance, now);
    const recent = all.filter(({ time }) => time > now - dayMs).map(evmBudgetUse);
    const refused = refusedBy(evmBudgetUse(one), recent);
    expect(answerOf(evmBudgetUse(one), log, now)).toBe(refused === null);
    said.set(refused ?? 'signed', (said.get(refused ?? 'signed') ?? 0) + 1);
    if (refused !== null) continue;
    all.push(one);
    log.add(one);
  }
  expect([...said.keys()].toSorted()).toEqual([
    'day',
    'fees',
    'fees of an address',
    'gas',
    'gas of an address',
    'signed',
  ]);
  expect(Math.min(...said.values())).toBeGreaterThan(10);
});
