import { calls, type Balance } from '@fft/contract';
import { useEffect } from 'react';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { useSession } from '../session/index.ts';
import { useLang } from '../../i18n/index.ts';
import { holdingsOf, mergeBalances, type AccountKind, type Holdings } from './holdings.ts';
import { loading, type Loadable } from './loadable.ts';
import { createLiveQueries, idleQuery, useLiveQuery, type LiveQuery } from './live-query.ts';

type Pushed = readonly (Balance & { kind: AccountKind })[];

/** The valuation moves with the markets; it is read this often while it is shown. */
const valuationMs = 10_000;

const holdingsByKey = createLiveQueries<Holdings>(() => {
  // A push during the call may be newer than the call's answer, so it is applied again after it.
  let sinceAsked: Pushed = [];
  return {
    channel: 'balances',
    listen: (take) =>
      appStream().subscribe('balances', (pushed) => {
        sinceAsked = [...sinceAsked, ...pushed];
        take((now) => now && mergeBalances(now, pushed));
      }),
    async load(signal) {
      sinceAsked = [];
      const { accounts } = await callApi(calls.assets.overview, {}, { quiet: true, signal });
      return () => mergeBalances(holdingsOf(accounts), sinceAsked);
    },
  };
});

const noHoldings = idleQuery<Holdings>();

function useHoldingsQuery(): LiveQuery<Holdings> | null {
  const { token } = useSession();
  const lang = useLang();
  return token === null ? null : holdingsByKey(`${lang} ${token}`);
}

/** The customer's holdings, live; null without a session. */
export function useHoldings(): Loadable<Holdings> | null {
  const query = useHoldingsQuery();
  const holdings = useLiveQuery(query ?? noHoldings);
  return query === null ? null : holdings;
}

/** Holdings whose valuation is read regularly, and a way to refresh them immediately. */
export function useValuedHoldings(): { readonly holdings: Loadable<Holdings>; readonly refresh: () => void } {
  const query = useHoldingsQuery() ?? noHoldings;
  const holdings = useLiveQuery(query);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) query.refresh();
    }, valuationMs);
    return () => clearInterval(timer);
  }, [query]);
  return { holdings: query === noHoldings ? loading : holdings, refresh: query.refresh };
}
