import { twapTexts } from './twap-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { MarketFormPage } from '../market-form/MarketFormPage.tsx';
import { TwapForm } from './TwapForm.tsx';
import { TwapList } from './TwapList.tsx';

/** Starts TWAP orders, and shows how far each is. */
export function TwapPage() {
  const t = useTexts(twapTexts);
  return (
    <MarketFormPage title={t.title} noMarket={t.noMarket} side="buy">
      {(market, side) => (
        <>
          <TwapForm key={market.symbol} market={market} startSide={side} />
          <TwapList />
        </>
      )}
    </MarketFormPage>
  );
}
