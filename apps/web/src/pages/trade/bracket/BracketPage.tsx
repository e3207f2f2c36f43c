import { bracketTexts } from './bracket-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { MarketFormPage } from '../market-form/MarketFormPage.tsx';
import { BracketForm } from './BracketForm.tsx';

/** Places an order whose fills the exchange protects with a take-profit and a stop-loss. */
export function BracketPage() {
  const t = useTexts(bracketTexts);
  return (
    <MarketFormPage title={t.title} noMarket={t.noMarket} side="buy">
      {(market, side) => <BracketForm key={market.symbol} market={market} startSide={side} />}
    </MarketFormPage>
  );
}
