import type { Ticker } from '@fft/contract';
import { formatClock } from '../../lib/format/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { marketStateTexts } from './market-state-texts.ts';
import styles from './MarketStateNote.module.css';

export type ClosedState = Exclude<Ticker['state'], 'open'>;

export interface MarketStateNoteProps {
  readonly state: ClosedState;
  readonly ticker: Pick<Ticker, 'stateReason' | 'stateEndsAt'> | null;
}

/** Says why a market isn't open, and when that ends. */
export function MarketStateNote({ state, ticker }: MarketStateNoteProps) {
  const t = useTexts(marketStateTexts);
  const endsAt = ticker?.stateEndsAt;
  const text =
    endsAt === undefined || ticker?.stateReason !== 'volatility'
      ? t.byOperator[state]
      : state === 'halted'
        ? t.volatileHalt(formatClock(endsAt))
        : t.volatileAuction(formatClock(endsAt));
  return (
    <Callout tone="warn" title={t.titles[state]} className={styles.note}>
      {text}
    </Callout>
  );
}
