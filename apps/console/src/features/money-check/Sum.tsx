import { formatAmount, useTexts } from '@fft/kit';
import { formatTrimmed } from '../../lib/trimmed.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';
import styles from './MoneyCheck.module.css';

export interface SumProps {
  readonly coin: string;
  readonly amount: string;
  /** In USDT; null without a price. */
  readonly worth: string | null;
}

/** An amount, and its value. */
export function Sum({ coin, amount, worth }: SumProps) {
  const t = useTexts(treasuryTexts);
  return (
    <div>
      <p className={styles.sum}>
        {formatTrimmed(amount)} {coin}
      </p>
      <p className={styles.worth}>
        {t.worth} {formatAmount(worth, 2)}
      </p>
    </div>
  );
}
