import { calls } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { LoggedIn } from '../../../features/session/index.ts';
import { CallView, Page } from '../../../features/shell/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { Empty } from '../../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../../ui/skeletons/index.ts';
import { lazyPart } from '../../../ui/lazy/index.ts';
import { scaledTexts } from '../../../i18n/scaled.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ScaledForm } from './ScaledForm.tsx';

const OpenScaled = lazyPart(() => import('./OpenScaled.tsx').then((m) => m.OpenScaled));

/** Places limit orders over a price range, and lists those that are open. */
export function ScaledPage() {
  const t = useTexts(scaledTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/home/trade' }}>
        <Scaled />
      </Page>
    </LoggedIn>
  );
}

function Scaled() {
  const t = useTexts(scaledTexts);
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
            <ScaledForm key={market.symbol} market={market} startSide={query.get('side') === 'sell' ? 'sell' : 'buy'} />
            <OpenScaled />
          </>
        );
      }}
    </CallView>
  );
}
