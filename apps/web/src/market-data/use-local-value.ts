import { calls } from '@fft/contract';
import { useCall } from '../api/index.ts';
import { formatFiat } from '../format/index.ts';
import { useLang } from '../texts/index.ts';
import { localUnits, localValue } from './local-value.ts';

/** Shows a worth in USDT in the reader's currency: `¥705,266.50`, `--` where it isn't known. */
export function useLocalValue(): (usdt: string | null) => string {
  const lang = useLang();
  const { data } = useCall(calls.market.rates, {}, { staleTimeMs: 300_000, quiet: true });
  return (usdt) => formatFiat(localValue(usdt, data?.rates, lang), localUnits[lang]);
}
