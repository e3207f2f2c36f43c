import { type ProfitFigures, profitMethods } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../lib/routing/index.ts';
import { CallView } from '../../features/shell/index.ts';
import { formatClock } from '../../lib/format/index.ts';
import { Button, Callout, Empty, Segmented } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import type { Profit } from './use-profit.ts';
import styles from './ProfitContent.module.css';

const CoinSheet = lazySheet(() => import('./CoinSheet.tsx').then((sheet) => sheet.CoinSheet));

/** Chooses how what leaves is matched with what came. */
export function MethodChoice({ method, setMethod }: Profit) {
  const t = useTexts(profitTexts);
  return (
    <Segmented
      label={t.method}
      options={profitMethods.map((value) => ({ value, label: t.methods[value] }))}
      value={method}
      onChange={setMethod}
      className={styles.methods}
    />
  );
}

export interface ProfitContentProps {
  readonly summary: Profit['summary'];
  /** The figures, arranged for the window; `notes` says what they leave out. */
  readonly children: (figures: ProfitFigures, parts: ProfitParts) => ReactNode;
}

export interface ProfitParts {
  readonly onOpen: (coin: string) => void;
  readonly notes: ReactNode;
}

/** The states of the profit: loading, being counted, empty, and counted, with the sheet of a coin. */
export function ProfitContent({ summary, children }: ProfitContentProps) {
  const t = useTexts(profitTexts);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <CallView call={summary} skeleton={<RowsSkeleton card={200} groups={[5]} look="figures" />}>
      {({ figures, progress, time }) => {
        if (figures === null) return <Counting progress={progress} />;
        if (figures.coins.length === 0) {
          return (
            <Empty title={t.empty} action={<Button onClick={() => navigate('/pages/home/trade')}>{t.trade}</Button>}>
              {t.emptyText}
            </Empty>
          );
        }
        const shown = figures.coins.find(({ coin }) => coin === opened);
        const notes = (
          <>
            {!figures.totals.isWhole && (
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
            {children(figures, { onOpen: setOpened, notes })}
            {shown && <CoinSheet profit={shown} onClose={() => setOpened(null)} />}
          </>
        );
      }}
    </CallView>
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
