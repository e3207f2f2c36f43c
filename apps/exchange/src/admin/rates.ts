import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

interface RateAct {
  readonly unit: string;
  readonly operator: string;
  readonly time: number;
}

/** Rates in which amounts are displayed. */
export interface RateBook {
  /** The reason why a rate is invalid: only fiat currencies have one, above zero. */
  problemOf(unit: string, perUsdt: string): 'rateOfCoin' | 'rateMalformed' | null;
  /** True if the app needs this rate. */
  isNeeded(unit: string): boolean;
  /** False if it needs a second operator and has only one. */
  set(change: RateAct & { readonly perUsdt: string; readonly isAgreed: boolean }): Promise<boolean>;
  /** False if there is none. */
  remove(act: RateAct): Promise<boolean>;
}

export interface RatesOptions {
  readonly rateBook: RateBook;
  /** The rates in force. */
  readonly rates: Readonly<Record<string, string>>;
  readonly approvals: Pick<Approvals, 'propose'>;
  readonly now: () => number;
}

/** Binds the calls about display rates. */
export function bindRates(bind: Bind, { rateBook, rates, approvals, now }: RatesOptions): void {
  const { markets } = consoleCalls;
  bind(markets.setRate, async ({ unit, perUsdt }, by) => {
    refuseNoRate(rateBook, unit, perUsdt);
    const change = { unit, perUsdt, operator: by.name, time: now(), isAgreed: false };
    if (await rateBook.set(change)) return { state: 'set' as const };
    await approvals.propose(by, { act: 'rate', target: `rate ${unit}`, input: { unit, perUsdt, before: rates[unit] } });
    return { state: 'waitsForSecond' as const };
  });
  bind(markets.removeRate, async ({ unit }, by) => {
    if (rateBook.isNeeded(unit)) throw new Refusal(Code.conflict, 'rateNeeded');
    const isRemoved = await rateBook.remove({ unit, operator: by.name, time: now() });
    if (!isRemoved) throw new Refusal(Code.notFound, 'notFound');
    return null;
  });
}

/** Sets a rate that two operators agreed to. */
export function createRateApproval({
  rateBook,
  now,
}: Omit<RatesOptions, 'approvals' | 'rates'>): ExecuteApproval<'rate'> {
  return async ({ unit, perUsdt }, { by }) => {
    refuseNoRate(rateBook, unit, perUsdt);
    await rateBook.set({ unit, perUsdt, operator: by.name, time: now(), isAgreed: true });
    return {};
  };
}

/** @throws Refusal 400 */
function refuseNoRate(rateBook: RateBook, unit: string, perUsdt: string): void {
  const problem = rateBook.problemOf(unit, perUsdt);
  if (problem !== null) throw new Refusal(Code.badRequest, problem);
}
