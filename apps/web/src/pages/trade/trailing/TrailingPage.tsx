import { trailingTexts } from './trailing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { MarketFormPage } from '../market-form/MarketFormPage.tsx';
import { TrailingForm } from './TrailingForm.tsx';

/** Places a stop whose trigger price follows the market. */
export function TrailingPage() {
  const t = useTexts(trailingTexts);
  return (
    <MarketFormPage title={t.title} noMarket={t.noMarket} side="sell">
      {(market, side) => <TrailingForm key={market.symbol} market={market} startSide={side} />}
    </MarketFormPage>
  );
}
