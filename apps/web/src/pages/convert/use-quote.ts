import { calls, type ConversionQuote } from '@fft/contract';
import { type CallError, useCall } from '../../api/index.ts';
import { signOf } from '../../lib/exact.ts';
import { useSettled } from '../../lib/use-settled.ts';
import type { Direction } from '../../features/conversion/index.ts';

/** A quote is asked again before it expires. */
const askEveryMs = 8_000;

export interface Quoted {
  /** Of what is typed now; null while there is none. */
  readonly quote: ConversionQuote | null;
  readonly error: CallError | null;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/** The present quote for an amount, renewed while the page shows it. */
export function useQuote({ from, to }: Direction, amount: string): Quoted {
  const settled = useSettled(amount);
  const enabled = settled === amount && amount !== '' && signOf(amount) > 0 && to !== '';
  const { data, error, isFetching, refetch } = useCall(
    calls.convert.quote,
    { from, to, amount },
    { quiet: true, enabled, refetchIntervalMs: askEveryMs },
  );
  return {
    quote: enabled && error === null ? (data ?? null) : null,
    error: enabled ? error : null,
    isAsking: isFetching || settled !== amount,
    askAgain: () => void refetch(),
  };
}
