import { calls, type Trade } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import type { Loadable } from './loadable.ts';
import { createLiveQueries, useLiveQuery } from './live-query.ts';
import { mergeKnownTickers } from './tickers.ts';
import { mergeTrades } from './trade-merge.ts';

/** The specification has a call of its own for the data beside a chart, and one for the trade page. */
const details = { chart: calls.candles.chartData, trade: calls.trade.detail } as const;

export type TradesPage = keyof typeof details;

const queriesOf = (page: TradesPage) =>
  createLiveQueries<readonly Trade[]>((symbol) => ({
    listen: (take) =>
      appStream().subscribe(`trades:${symbol}`, (pushed) => take((now) => mergeTrades(now ?? [], pushed))),
    async load(signal) {
      const detail = await callApi(details[page], { symbol }, { quiet: true, signal });
      mergeKnownTickers([detail.ticker]);
      return (now) => mergeTrades(now ?? [], detail.trades);
    },
  }));

const trades = { chart: queriesOf('chart'), trade: queriesOf('trade') };

/** A market's latest public trades, newest first, live. */
export const useTrades = (symbol: string, page: TradesPage): Loadable<readonly Trade[]> =>
  useLiveQuery(trades[page](symbol));
