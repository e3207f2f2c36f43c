import type { FlowRecord } from '@fft/contract';
import { formatAmount } from '../../format/index.ts';
import { classes, Icon } from '../../kit/index.ts';
import { signOf, trimZeros } from '../../market-data/exact.ts';
import { statementTexts } from '../../texts/statement.ts';
import { useTexts } from '../../texts/index.ts';
import { signed } from './signed.ts';
import styles from './TotalsCard.module.css';
import { totalsOf } from './statement-days.ts';

export interface TotalsCardProps {
  readonly coin: string;
  /** All of them: totals of a part would be none. */
  readonly records: readonly FlowRecord[];
}

/** What came, what went, and what is left of it, of one coin. */
export function TotalsCard({ coin, records }: TotalsCardProps) {
  const t = useTexts(statementTexts);
  const { incoming, outgoing, net } = totalsOf(records);
  return (
    <dl className={styles.card}>
      <div>
        <dt>
          <Icon name="deposit" size={14} className={styles.in} /> {t.incoming}
        </dt>
        <dd>{signed(trimZeros(incoming, 2))}</dd>
      </div>
      <div>
        <dt>
          <Icon name="withdraw" size={14} /> {t.outgoing}
        </dt>
        <dd>{formatAmount(trimZeros(outgoing, 2))}</dd>
      </div>
      <div>
        <dt>{t.net(coin)}</dt>
        <dd className={classes(signOf(net) > 0 && styles.in)}>{signed(trimZeros(net, 2))}</dd>
      </div>
    </dl>
  );
}
