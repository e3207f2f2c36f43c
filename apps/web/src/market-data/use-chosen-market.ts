import { calls, type Market } from '@fft/contract';
import { useDeferredValue, useEffect } from 'react';
import { useCall } from '../api/index.ts';
import { toast } from '../kit/index.ts';
import { navigate, useParameters, usePlace } from '../routing/index.ts';
import { textsNow } from '../texts/index.ts';
import { unknownMarketTexts } from '../texts/unknown-market.ts';

const lastSymbolKey = 'last-market';
/** Markets halt and open again by themselves, and no stream tells. */
const statesEveryMs = 15_000;

export interface ChosenMarket {
  /** The market that the address names, else the one seen last, else the first; null until the markets are known. */
  readonly market: Market | null;
  readonly markets: readonly Market[];
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
  /** Shows another market on the same page. */
  readonly choose: (symbol: string) => void;
}

/** Which market a page is about. It is remembered for the next page that doesn't say. */
export function useChosenMarket(): ChosenMarket {
  const { pathname } = usePlace();
  const parameters = useParameters();
  const options = { staleTimeMs: statesEveryMs, refetchIntervalMs: statesEveryMs };
  const { data: read, isError, isFetching, refetch } = useCall(calls.market.symbol, {}, options);
  // A whole page is drawn when the markets are known: in small pieces, so that a touch meanwhile is answered.
  const data = useDeferredValue(read);
  const named = parameters.get('symbol')?.toUpperCase();
  const wanted = named ?? localStorage.getItem(lastSymbolKey);
  const market = data?.find(({ symbol }) => symbol === wanted) ?? data?.[0] ?? null;
  const symbol = market?.symbol;
  const isUnknown = named !== undefined && symbol !== undefined && symbol !== named;

  useEffect(() => {
    if (!isUnknown || symbol === undefined) return;
    toast(textsNow(unknownMarketTexts).noSuchMarket(named ?? ''));
    navigate(`${pathname}?symbol=${encodeURIComponent(symbol)}`, { replace: true });
  }, [isUnknown, named, pathname, symbol]);

  useEffect(() => {
    if (symbol !== undefined) localStorage.setItem(lastSymbolKey, symbol);
  }, [symbol]);

  return {
    market,
    markets: data ?? [],
    failed: isError,
    busy: isFetching,
    retry: () => void refetch(),
    choose: (next) => navigate(`${pathname}?symbol=${encodeURIComponent(next)}`, { replace: true }),
  };
}
