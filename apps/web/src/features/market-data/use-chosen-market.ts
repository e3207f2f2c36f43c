import { calls, type Market } from '@fft/contract';
import { useDeferredValue, useEffect } from 'react';
import { callApi, useCall, type CallError } from '../../api/index.ts';
import { navigate, useParameters, useLocation } from '../../lib/routing/index.ts';

const lastSymbolKey = 'last-market';
/** Operators change a market's rules, and no channel reports it. Tickers carry its state. */
const rulesEveryMs = 15_000;

export interface ChosenMarket {
  /** The market that the address names, else the one seen last, else the first; null until the markets are known. */
  readonly market: Market | null;
  readonly markets: readonly Market[];
  readonly failed: boolean;
  /** The reason of the failure. */
  readonly error: CallError | null;
  readonly busy: boolean;
  readonly retry: () => void;
  /** Shows another market on the same page. */
  readonly choose: (symbol: string) => void;
}

/** The page's market. It is remembered for the next page whose address names none. */
export function useChosenMarket(): ChosenMarket {
  const { pathname } = useLocation();
  const parameters = useParameters();
  const options = { staleTimeMs: rulesEveryMs, refetchIntervalMs: rulesEveryMs };
  const { data: read, error, isFetching, refetch } = useCall(calls.market.list, {}, options);
  // A transition: the whole page renders once the markets are known, in slices, so that touches are handled in between.
  const data = useDeferredValue(read);
  const named = parameters.get('symbol')?.toUpperCase();
  const wanted = named ?? localStorage.getItem(lastSymbolKey);
  const market = data?.find(({ symbol }) => symbol === wanted) ?? data?.[0] ?? null;
  const symbol = market?.symbol;

  useEffect(() => {
    if (symbol === undefined) return;
    localStorage.setItem(lastSymbolKey, symbol);
    if (named === undefined || symbol === named) return;
    // The server has the words for it.
    callApi(calls.trade.depth, { symbol: named }).catch(() => undefined);
    show(pathname, symbol);
  }, [named, pathname, symbol]);

  return {
    market,
    markets: data ?? [],
    failed: error !== null,
    error,
    busy: isFetching,
    retry: () => void refetch(),
    choose: (next) => show(pathname, next),
  };
}

function show(pathname: string, symbol: string): void {
  navigate(`${pathname}?symbol=${encodeURIComponent(symbol)}`, { replace: true });
}
