import { formatClock, useTexts } from '@fft/kit';
import { kitTexts } from '../../i18n/kit.ts';
import styles from './AsOf.module.css';

export interface AsOfProps {
  /** The time whose state a list shows, in milliseconds since the epoch; null if it is current. */
  readonly time: number | null;
}

/** Says of which time a list is, if the server gave an older state. */
export function AsOf({ time }: AsOfProps) {
  const t = useTexts(kitTexts);
  return time === null ? null : <p className={styles.asOf}>{t.asOf(formatClock(time))}</p>;
}
