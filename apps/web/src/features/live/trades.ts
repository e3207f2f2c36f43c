import { calls, type Trade } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import type { Loadable } from './loadable.ts';
import { createLiveQueries, useLiveQuery } from './live-query.ts';
import { mergeTrades } from './trade-merge.ts';

const trades = createLiveQueries<readonly Trade[]>((symbol) => ({
  listen: (take) =>
    appStream().subscribe(`trades:${symbol}`, (pushed) => take((now) => mergeTrades(now ?? [], pushed))),
  async load(signal) {
    const detail = await callApi(calls.trade.detail, { symbol }, { quiet: true, signal });
    return (now) => mergeTrades(now ?? [], detail.trades);
  },
}));

/** A market's latest public trades, newest first, live. */
export const useTrades = (symbol: string): Loadable<readonly Trade[]> => useLiveQuery(trades(symbol));
