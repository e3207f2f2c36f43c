import type { ProfitFigures } from '@fft/contract';
import { add } from '../../lib/exact.ts';
import { hidden } from '../../lib/format/index.ts';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { useLocalValue } from '../../features/market-data/use-local-value.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { Gain } from '../../features/profit/index.ts';
import styles from './Totals.module.css';

/** The sum of all gains, and what makes it up. */
export function Totals({ totals }: Pick<ProfitFigures, 'totals'>) {
  const t = useTexts(profitTexts);
  const { isHidden, show } = useHideAmounts();
  const local = useLocalValue();
  const { realised, unrealised, value, cost, invested, fees } = totals;
  const all = add(realised, unrealised);
  return (
    <section className={styles.card} aria-label={t.total}>
      <p className={styles.label}>{t.total}</p>
      <p className={styles.figure}>
        <Gain amount={all} isHidden={isHidden} testId="profit-total" /> <span className={styles.unit}>USDT</span>
      </p>
      <p className={styles.label}>≈ {isHidden ? hidden : local(all)}</p>
      <dl className={styles.parts}>
        <div>
          <dt>{t.realised}</dt>
          <dd>
            <Gain amount={realised} isHidden={isHidden} testId="profit-realised" />
          </dd>
        </div>
        <div>
          <dt>{t.unrealised}</dt>
          <dd>
            <Gain amount={unrealised} isHidden={isHidden} testId="profit-unrealised" />
          </dd>
        </div>
        {(
          [
            ['value', value],
            ['cost', cost],
            ['invested', invested],
            ['fees', fees],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{t[name]}</dt>
            <dd data-testid={`profit-${name}`}>{show(amount, 2)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
