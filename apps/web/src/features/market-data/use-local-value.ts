import { calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { firstPaint } from '../../api/connection/index.ts';
import { formatFiat } from '../../lib/format/index.ts';
import { createLiveQuery, prefetch, useLiveQuery } from '../live/index.ts';
import { useCurrency, defaultCurrencies } from '../../lib/preferences/currency.ts';
import { useLang } from '../../i18n/index.ts';
import { localValue, type Rates } from './local-value.ts';

const freshMs = 300_000;
let readAt = -Infinity;
let isForFirstPage = false;

/** Every row of a list shows a worth: they share one source, and ask once. */
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

/** Asks for the rates ahead of the first page. */
export function firstRates(): Promise<void> {
  isForFirstPage = true;
  return prefetch(rates);
}

/** The currencies that there are rates for. */
export function useCurrencies(): readonly string[] {
  const { value: known } = useLiveQuery(rates);
  return Object.keys(known ?? {});
}

/** Shows a worth in USDT in the reader's currency: `¥705,266.50`, `--` where it isn't known. */
export function useLocalValue(): (usdt: string | null) => string {
  const lang = useLang();
  const currency = useCurrency();
  const { value: known } = useLiveQuery(rates);
  // A currency that was taken off the list is nobody's any more.
  const shown = known && !(currency in known) ? defaultCurrencies[lang] : currency;
  return (usdt) => formatFiat(localValue(usdt, known ?? undefined, shown), shown);
}
