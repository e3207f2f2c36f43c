import { calls, type CallOutput, type Lang, type ProfitSpan } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { formatUsdt } from '../../assets/prices/valuation.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../transport/http/route.ts';
import { figuresOf, priceOf, type FiguresSource } from './figures.ts';
import { KeptByLaterVersion } from './kept-profit.ts';
import type { Counted, ProfitCounter } from './profit-counter.ts';
import { wantCount } from './profit-job.ts';
import { valueHistory } from './value-history.ts';

export interface ServeProfitOptions extends FiguresSource {
  readonly counter: ProfitCounter;
  /** Where prices are read. */
  readonly db: Kysely<Tables>;
  /** The primary, where the count is kept. */
  readonly keeping: Kysely<Tables>;
  /** Runs the job that counts long histories. */
  readonly wake: () => void;
  readonly position: () => number;
  readonly now: () => number;
}

/** Lines that a request counts itself. */
const linesPerRequest = 2_000;

const daysOf: Readonly<Record<ProfitSpan, number | null>> = { week: 7, month: 30, quarter: 90, year: 365, all: null };

/** The currency of totals, by language. */
const localUnits: Readonly<Record<Lang, string>> = { zh: 'CNY', en: 'USD' };

/** Binds the calls for customers' profit. */
export function serveProfit(api: Api, options: ServeProfitOptions): void {
  route(api, calls.profit.summary, async ({ method }, { customer, lang }) => {
    const counted = await count(options, customer.id);
    if (counted === null) return { progress: 0, time: options.now(), figures: null };
    const { kept, time, isAll } = counted;
    const unit = localUnits[lang];
    return {
      progress: isAll ? 100 : progressOf(kept.reached.sequence, options.position()),
      time,
      figures: isAll ? figuresOf(kept.state, options, { method, unit }) : null,
    };
  });
  route(api, calls.profit.history, async ({ span }, { customer: { id } }) => {
    const counted = await count(options, id);
    if (counted === null) return { progress: 0, points: null, isWhole: true };
    const { kept, time, isAll } = counted;
    if (!isAll) {
      return { progress: progressOf(kept.reached.sequence, options.position()), points: null, isWhole: true };
    }
    const wanted = { customer: id, state: kept.state, days: daysOf[span], now: time };
    return { progress: 100, ...(await valueHistory(options, wanted)) };
  });
  route(api, calls.profit.lots, ({ coin, limit, cursor }, { customer }) =>
    lotsOf(options, { customer: customer.id, coin, limit, cursor }),
  );
}

/** Counts the few lines that are new, and leaves more to the job. Null while a later version counts. */
async function count({ counter, keeping, wake, now }: ServeProfitOptions, customer: number): Promise<Counted | null> {
  try {
    const counted = await counter.count(customer, linesPerRequest);
    if (!counted.isAll) {
      await wantCount(keeping, customer, now());
      wake();
    }
    return counted;
  } catch (error) {
    if (error instanceof KeptByLaterVersion) return null;
    throw error;
  }
}

/** Percent, by entries of the journal. */
function progressOf(sequence: number, position: number): number {
  return position <= 0 ? 0 : Math.max(0, Math.min(99, Math.floor((sequence * 100) / position)));
}

interface LotsWanted {
  readonly customer: number;
  readonly coin: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

async function lotsOf(
  { directory, valuation, keeping }: ServeProfitOptions,
  { customer, coin, limit, cursor }: LotsWanted,
): Promise<CallOutput<typeof calls.profit.lots>> {
  const asset = directory.assetId(coin);
  if (asset === null) throw refuse('unknownCoin');
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new FieldRefusal({ cursor: 'id' });
  const after = Number(cursor ?? -1);
  const rows = await keeping
    .selectFrom('profit_lots')
    .select(['number', 'time', 'quantity', 'cost'])
    .where('customer', '=', customer)
    .where('asset', '=', asset)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit + 1)
    .execute();
  const { decimals } = directory.asset(asset);
  const shown = rows.slice(0, limit);
  return {
    items: shown.map(({ number, time, quantity, cost }) => {
      const value = valuation.usdtUnits(coin, BigInt(quantity));
      return {
        id: String(number),
        time,
        quantity: formatDecimal(quantity, decimals),
        cost: cost === null ? null : formatUsdt(BigInt(cost)),
        price: cost === null ? null : priceOf(BigInt(cost), BigInt(quantity), decimals),
        value: value === null ? null : formatUsdt(value),
        unrealised: value === null || cost === null ? null : formatUsdt(value - BigInt(cost)),
      };
    }),
    next: rows.length > limit ? String(shown.at(-1)?.number) : null,
  };
}
