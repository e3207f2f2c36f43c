import { DayCurve, DayGain } from '../../features/balances/DayGain.tsx';
import styles from './DayWorth.module.css';

export { CurrencyChoice } from '../../features/market-data/CurrencyChoice.tsx';

/** The day's gain or loss with its curve, beside the total. */
export function DayWorth({ isHidden }: { readonly isHidden: boolean }) {
  return (
    <>
      <DayGain isHidden={isHidden} />
      <div className={styles.curve}>{!isHidden && <DayCurve />}</div>
    </>
  );
}
