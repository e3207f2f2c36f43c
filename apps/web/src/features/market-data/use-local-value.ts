import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { firstPaint } from '../../lib/first-paint.ts';
import { formatFiat } from '../../lib/format/index.ts';
import { createLiveQuery, prefetch, useLiveQuery } from '../live/index.ts';
import { useCurrency, defaultCurrencies } from '../../lib/preferences/currency.ts';
import { useLang } from '../../i18n/index.ts';
import { localValue, type Rates } from './local-value.ts';

const freshMs = 300_000;
let readAt = -Infinity;
let isForFirstPage = false;

/** Rates for every row of a list: they share one query. */
const rates = createLiveQuery<Rates>({
  listen: () => () => undefined,
  async load(signal, before) {
    if (before !== null && performance.now() - readAt < freshMs) return () => before;
    if (!isForFirstPage) await firstPaint;
    const answer = await callApi(calls.market.rates, {}, { quiet: true, signal });
    readAt = performance.now();
    return () => answer.rates;
  },
});

/** Reads the rates ahead of the first page. */
export function firstRates(): Promise<void> {
  isForFirstPage = true;
  return prefetch(rates);
}

/** Currencies with a known rate. */
export function useCurrencies(): readonly string[] {
  const { value: known } = useLiveQuery(rates);
  return Object.keys(known ?? {});
}

/** Formats a value in USDT in the reader's currency: `¥705,266.50`, or `--` if it is unknown. */
export function useLocalValue(): (usdt: string | null) => string {
  const lang = useLang();
  const currency = useCurrency();
  const { value: known } = useLiveQuery(rates);
  // A stored currency that is no longer listed falls back to the default.
  const shown = known && !(currency in known) ? defaultCurrencies[lang] : currency;
  return (usdt) => formatFiat(localValue(usdt, known ?? undefined, shown), shown);
}
