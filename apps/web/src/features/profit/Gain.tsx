import { formatAmount, hidden, missing } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { signOf } from '../../lib/exact.ts';
import styles from './Gain.module.css';

export interface GainProps {
  /** In USDT; null if it is unknown. */
  readonly amount: string | null;
  readonly isHidden: boolean;
  readonly testId?: string;
}

/** A gain with its sign, to the cent: green or red, and grey if there is none. */
export function Gain({ amount, isHidden, testId }: GainProps) {
  const text = amount === null ? missing : formatAmount(amount, 2);
  // Less than a cent is no gain.
  const isZero = amount === null || !/[1-9]/.test(text);
  const sign = isZero ? 0 : signOf(amount);
  return (
    <span className={classes(styles.gain, sign > 0 && styles.up, sign < 0 && styles.down)} data-testid={testId}>
      {isHidden ? hidden : `${sign > 0 ? '+' : ''}${text}`}
    </span>
  );
}
