import type { CoinProfit } from '@fft/contract';
import { useState } from 'react';
import { profitMethods } from '@fft/contract';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { navigate } from '../../lib/routing/index.ts';
import { WidePage } from '../../features/account/WidePage.tsx';
import { LoggedIn } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { formatClock } from '../../lib/format/index.ts';
import { Button, Callout, Empty, Segmented } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { CoinSheet } from './CoinSheet.tsx';
import { CoinRows, MarketRows } from './Rows.tsx';
import { CoinTable, MarketTable } from './ProfitTables.tsx';
import { TaxExport } from './TaxExport.tsx';
import { Totals } from './Totals.tsx';
import { useProfit, type Summary } from './use-profit.ts';
import { ValueCurve } from './ValueCurve.tsx';
import styles from './ProfitPage.module.css';

/** Cost and profit of the customer's coins; in a wide window as tables beside the curve of their value. */
export function ProfitPage() {
  return (
    <LoggedIn>
      <Profit />
    </LoggedIn>
  );
}

function Profit() {
  const t = useTexts(profitTexts);
  const isWide = useIsWide();
  const { method, setMethod, summary } = useProfit();
  const choice = (
    <Segmented
      label={t.method}
      options={profitMethods.map((value) => ({ value, label: t.methods[value] }))}
      value={method}
      onChange={setMethod}
      className={styles.methods}
    />
  );
  const content = (
    <CallView call={summary} skeleton={<RowsSkeleton card={200} groups={[5]} look="figures" />}>
      {(data) => <Figures summary={data} isWide={isWide} />}
    </CallView>
  );
  const busy = summary.data === undefined;
  return isWide ? (
    <WidePage
      title={t.title}
      current="assets"
      busy={busy}
      tools={
        <>
          {choice}
          <TaxExport />
        </>
      }
    >
      {content}
    </WidePage>
  ) : (
    <Page title={t.title} back={{ fallback: '/pages/assets/index' }} busy={busy} actions={<TaxExport />}>
      <div className={styles.choice}>{choice}</div>
      {content}
    </Page>
  );
}

function Figures({
  summary: { figures, progress, time },
  isWide,
}: {
  readonly summary: Summary;
  readonly isWide: boolean;
}) {
  const t = useTexts(profitTexts);
  const [opened, setOpened] = useState<string | null>(null);
  if (figures === null) return <Counting progress={progress} />;
  const { coins, markets, totals } = figures;
  if (coins.length === 0) {
    return (
      <Empty title={t.empty} action={<Button onClick={() => navigate('/pages/home/trade')}>{t.trade}</Button>}>
        {t.emptyText}
      </Empty>
    );
  }
  const shown: CoinProfit | undefined = coins.find(({ coin }) => coin === opened);
  const notes = (
    <>
      {!totals.isWhole && (
        <Callout tone="warn" icon="info">
          {t.partial}
        </Callout>
      )}
      <p className={styles.rules}>
        {t.at(formatClock(time))} · {t.rules}
      </p>
    </>
  );
  return (
    <>
      {isWide ? (
        <div className={styles.wide}>
          <div className={styles.tables}>
            <CoinTable coins={coins} onOpen={setOpened} />
            {markets.length > 0 && <MarketTable markets={markets} />}
          </div>
          <div className={styles.side}>
            <Totals totals={totals} />
            <ValueCurve />
            {notes}
          </div>
        </div>
      ) : (
        <div className={styles.column}>
          <Totals totals={totals} />
          <ValueCurve />
          <CoinRows coins={coins} onOpen={setOpened} />
          {markets.length > 0 && <MarketRows markets={markets} />}
          {notes}
        </div>
      )}
      {shown && <CoinSheet profit={shown} onClose={() => setOpened(null)} />}
    </>
  );
}

function Counting({ progress }: { readonly progress: number }) {
  const t = useTexts(profitTexts);
  return (
    <div className={styles.counting}>
      <p className={styles.countingTitle} role="status">
        {t.counting}
      </p>
      <p className={styles.rules}>{t.countingText}</p>
      <progress className={styles.bar} max={100} value={progress} aria-label={t.progress} />
    </div>
  );
}
