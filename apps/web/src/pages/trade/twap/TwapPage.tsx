import { calls } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { LoggedIn } from '../../../features/session/index.ts';
import { CallView, Page } from '../../../features/shell/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { Empty } from '../../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../../ui/skeletons/index.ts';
import { twapTexts } from '../../../i18n/twap.ts';
import { useTexts } from '../../../i18n/index.ts';
import { TwapForm } from './TwapForm.tsx';
import { TwapList } from './TwapList.tsx';

/** Starts TWAP orders, and shows how far each is. */
export function TwapPage() {
  const t = useTexts(twapTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/home/trade' }}>
        <Twaps />
      </Page>
    </LoggedIn>
  );
}

function Twaps() {
  const t = useTexts(twapTexts);
  const query = useParameters();
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const symbol = query.get('symbol');
  return (
    <CallView call={markets} skeleton={<FieldsSkeleton fields={4} />}>
      {(all) => {
        const market = all.find((each) => each.symbol === symbol) ?? all[0];
        if (market === undefined) return <Empty title={t.noMarket} />;
        return (
          <>
            <TwapForm key={market.symbol} market={market} startSide={query.get('side') === 'sell' ? 'sell' : 'buy'} />
            <TwapList />
          </>
        );
      }}
    </CallView>
  );
}
