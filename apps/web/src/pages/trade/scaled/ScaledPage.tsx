import { lazyPart } from '../../../ui/lazy/index.ts';
import { scaledTexts } from './scaled-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { MarketFormPage } from '../market-form/MarketFormPage.tsx';
import { ScaledForm } from './ScaledForm.tsx';

const OpenScaled = lazyPart(() => import('./OpenScaled.tsx').then((m) => m.OpenScaled));

/** Places limit orders over a price range, and lists those that are open. */
export function ScaledPage() {
  const t = useTexts(scaledTexts);
  return (
    <MarketFormPage title={t.title} noMarket={t.noMarket} side="buy">
      {(market, side) => (
        <>
          <ScaledForm key={market.symbol} market={market} startSide={side} />
          <OpenScaled />
        </>
      )}
    </MarketFormPage>
  );
}
