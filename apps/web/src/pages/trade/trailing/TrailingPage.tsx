import { calls } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { LoggedIn } from '../../../features/session/index.ts';
import { CallView, Page } from '../../../features/shell/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { Empty } from '../../../ui/kit/index.ts';
import { RowsSkeleton } from '../../../ui/skeletons/index.ts';
import { trailingTexts } from '../../../i18n/trailing.ts';
import { useTexts } from '../../../i18n/index.ts';
import { TrailingForm } from './TrailingForm.tsx';

/** Places a stop whose trigger price follows the market. */
export function TrailingPage() {
  const t = useTexts(trailingTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/home/trade' }}>
        <Trailing />
      </Page>
    </LoggedIn>
  );
}

function Trailing() {
  const t = useTexts(trailingTexts);
  const query = useParameters();
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const symbol = query.get('symbol');
  return (
    <CallView call={markets} skeleton={<RowsSkeleton groups={[4]} />}>
      {(all) => {
        const market = all.find((each) => each.symbol === symbol) ?? all[0];
        if (market === undefined) return <Empty title={t.noMarket} />;
        const side = query.get('side') === 'buy' ? 'buy' : 'sell';
        return <TrailingForm key={market.symbol} market={market} startSide={side} />;
      }}
    </CallView>
  );
}
