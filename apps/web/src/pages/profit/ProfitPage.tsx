import { useIsWide } from '../../lib/use-is-wide.ts';
import { LoggedIn } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { lazyContent } from '../../ui/lazy/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { MethodChoice, ProfitContent } from './ProfitContent.tsx';
import { CoinRows, MarketRows } from './Rows.tsx';
import { TaxExport } from './TaxExport.tsx';
import { Totals } from './Totals.tsx';
import { type Profit, useProfit } from './use-profit.ts';
import { ValueCurve } from './ValueCurve.tsx';
import styles from './ProfitPage.module.css';

const WideProfit = lazyContent(
  () => import('./WideProfit.tsx').then((m) => m.WideProfit),
  () => null,
);

/** Cost and profit of the customer's coins; in a wide window as tables beside the curve of their value. */
export function ProfitPage() {
  return (
    <LoggedIn>
      <OwnProfit />
    </LoggedIn>
  );
}

/** The chosen method stays where the window gets wide. */
function OwnProfit() {
  const isWide = useIsWide();
  const profit = useProfit();
  return isWide ? <WideProfit profit={profit} /> : <PhoneProfit profit={profit} />;
}

function PhoneProfit({ profit }: { readonly profit: Profit }) {
  const t = useTexts(profitTexts);
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      busy={profit.summary.data === undefined}
      actions={<TaxExport />}
    >
      <div className={styles.choice}>
        <MethodChoice {...profit} />
      </div>
      <ProfitContent summary={profit.summary}>
        {({ coins, markets, totals }, { onOpen, notes }) => (
          <div className={styles.column}>
            <Totals totals={totals} />
            <ValueCurve />
            <CoinRows coins={coins} onOpen={onOpen} />
            {markets.length > 0 && <MarketRows markets={markets} />}
            {notes}
          </div>
        )}
      </ProfitContent>
    </Page>
  );
}
