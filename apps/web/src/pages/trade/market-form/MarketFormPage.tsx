import { calls, type Market } from '@fft/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/index.ts';
import { LoggedIn } from '../../../features/session/index.ts';
import { CallView, Page } from '../../../features/shell/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { Empty } from '../../../ui/kit/index.ts';
import { RowsSkeleton } from '../../../ui/skeletons/index.ts';

type Side = 'buy' | 'sell';

export interface MarketFormPageProps {
  readonly title: string;
  /** Shown while the exchange has no market. */
  readonly noMarket: string;
  /** The side where the address names none. */
  readonly side: Side;
  readonly children: (market: Market, side: Side) => ReactNode;
}

/** A page with a form for the market that its address names, or for the first one. */
export function MarketFormPage({ title, ...contents }: MarketFormPageProps) {
  return (
    <LoggedIn>
      <Page title={title} back={{ fallback: '/pages/home/trade' }}>
        <MarketForm {...contents} />
      </Page>
    </LoggedIn>
  );
}

function MarketForm({ noMarket, side, children }: Omit<MarketFormPageProps, 'title'>) {
  const query = useParameters();
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const [symbol, wanted] = [query.get('symbol'), query.get('side')];
  return (
    <CallView call={markets} skeleton={<RowsSkeleton groups={[4]} />}>
      {(all) => {
        const market = all.find((each) => each.symbol === symbol) ?? all[0];
        if (market === undefined) return <Empty title={noMarket} />;
        return children(market, wanted === 'buy' || wanted === 'sell' ? wanted : side);
      }}
    </CallView>
  );
}
