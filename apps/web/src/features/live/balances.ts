import { calls, type Balance } from '@fft/contract';
import { useEffect } from 'react';
import { callApi } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { useSession } from '../session/index.ts';
import { useLang } from '../../i18n/index.ts';
import { mergeBalances, type AccountKind, type Holdings } from './holdings.ts';
import { loading, type Loadable } from './loadable.ts';
import { createSources, idleSource, useSource, type Source } from './source.ts';

type Pushed = readonly (Balance & { kind: AccountKind })[];

/** What everything is worth moves with the markets, and is asked for this often while somebody looks at it. */
const valuationMs = 10_000;

const sources = createSources<Holdings>(() => {
  // A push that comes while the call is under way may be newer than the call's answer: it is taken in once more after it.
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
      const holdings = await callApi(calls.assets.overview, {}, { quiet: true, signal });
      return () => mergeBalances(holdings, sinceAsked);
    },
  };
});

const nobody = idleSource<Holdings>();

function useHoldingsSource(): Source<Holdings> | null {
  const { token } = useSession();
  const lang = useLang();
  return token === null ? null : sources(`${lang} ${token}`);
}

/** What I hold, live; null when nobody is logged in. */
export function useHoldings(): Loadable<Holdings> | null {
  const source = useHoldingsSource();
  const holdings = useSource(source ?? nobody);
  return source === null ? null : holdings;
}

/** The same with its worth asked for again and again, and a way to ask at once. */
export function useValuedHoldings(): { readonly holdings: Loadable<Holdings>; readonly refresh: () => void } {
  const source = useHoldingsSource() ?? nobody;
  const holdings = useSource(source);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) source.refresh();
    }, valuationMs);
    return () => clearInterval(timer);
  }, [source]);
  return { holdings: source === nobody ? loading : holdings, refresh: source.refresh };
}
