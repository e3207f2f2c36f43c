import { WidePage } from '../../features/account/WidePage.tsx';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { MethodChoice, ProfitContent } from './ProfitContent.tsx';
import { CoinTable, MarketTable } from './ProfitTables.tsx';
import { TaxExport } from './TaxExport.tsx';
import { Totals } from './Totals.tsx';
import type { Profit } from './use-profit.ts';
import { ValueCurve } from './ValueCurve.tsx';
import styles from './WideProfit.module.css';

/** The profit as tables that sort, beside the totals and the curve of value. */
export function WideProfit({ profit }: { readonly profit: Profit }) {
  const t = useTexts(profitTexts);
  return (
    <WidePage
      title={t.title}
      current="assets"
      busy={profit.summary.data === undefined}
      tools={
        <>
          <MethodChoice {...profit} />
          <TaxExport />
        </>
      }
    >
      <ProfitContent summary={profit.summary}>
        {({ coins, markets, totals }, { onOpen, notes }) => (
          <div className={styles.wide}>
            <div className={styles.tables}>
              <CoinTable coins={coins} onOpen={onOpen} />
              {markets.length > 0 && <MarketTable markets={markets} />}
            </div>
            <div className={styles.side}>
              <Totals totals={totals} />
              <ValueCurve />
              {notes}
            </div>
          </div>
        )}
      </ProfitContent>
    </WidePage>
  );
}
