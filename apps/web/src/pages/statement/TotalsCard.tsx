import type { StatementLine } from '@fft/contract';
import { formatBalance } from '../../lib/format/index.ts';
import { classes, Icon } from '../../ui/kit/index.ts';
import { cut, signOf, trimZeros } from '../../lib/exact.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { signed } from './signed.ts';
import styles from './TotalsCard.module.css';
import { totalsOf } from './statement-days.ts';

export interface TotalsCardProps {
  readonly coin: string;
  /** All lines: totals of only a part would be wrong. */
  readonly records: readonly StatementLine[];
}

/** Total inflow, outflow and net change of one coin. */
export function TotalsCard({ coin, records }: TotalsCardProps) {
  const t = useTexts(statementTexts);
  const { incoming, outgoing, net } = totalsOf(records);
  return (
    <dl className={styles.card}>
      <div>
        <dt>
          <Icon name="deposit" size={14} className={styles.in} /> {t.incoming}
        </dt>
        <dd>{signed(short(incoming), coin)}</dd>
      </div>
      <div>
        <dt>
          <Icon name="withdraw" size={14} /> {t.outgoing}
        </dt>
        <dd>{formatBalance(short(outgoing), coin)}</dd>
      </div>
      <div>
        <dt>{t.net(coin)}</dt>
        <dd className={classes(signOf(net) > 0 && styles.in)}>{signed(short(net), coin)}</dd>
      </div>
    </dl>
  );
}

/** As many digits as fit one of three columns; the lines below show all of them. */
const maxDigits = 8;

function short(amount: string): string {
  const whole = amount.replace('-', '').split('.')[0]?.length ?? 1;
  return trimZeros(cut(amount, Math.max(2, maxDigits - whole)), 2);
}
