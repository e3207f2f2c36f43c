import { formatBalance } from '../../lib/format/index.ts';
import { classes, Icon } from '../../ui/kit/index.ts';
import { cut, signOf, trimZeros } from '../../lib/exact.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import { signed } from './signed.ts';
import styles from './TotalsCard.module.css';
import { type Totals, totalsOf } from './statement-days.ts';
import type { Entry } from './entries.ts';

export interface TotalsCardProps {
  readonly coin: string;
  /** All of them: totals of only a part would be wrong. */
  readonly entries: readonly Entry[];
}

/** Total inflow, outflow and net change of one coin. */
export function TotalsCard({ coin, entries }: TotalsCardProps) {
  const t = useTexts(statementTexts);
  const { incoming, outgoing, net } = cutAlike(totalsOf(entries));
  return (
    <dl className={styles.card}>
      <div>
        <dt>
          <Icon name="deposit" size={14} className={styles.in} /> {t.incoming}
        </dt>
        <dd>{signed(incoming, coin)}</dd>
      </div>
      <div>
        <dt>
          <Icon name="withdraw" size={14} /> {t.outgoing}
        </dt>
        <dd>{formatBalance(outgoing, coin)}</dd>
      </div>
      <div>
        <dt>{t.net(coin)}</dt>
        <dd className={classes(signOf(net) > 0 && styles.in)}>{signed(net, coin)}</dd>
      </div>
    </dl>
  );
}

/** As many digits as fit one of three columns; the lines below show all of them. */
const maxDigits = 8;

/** Cuts the three to the same places, so that they still add up to what is shown but for the last digit. */
function cutAlike({ incoming, outgoing, net }: Totals): Totals {
  const whole = [incoming, outgoing, net].map((amount) => amount.replace('-', '').split('.')[0]?.length ?? 1);
  const places = Math.max(2, maxDigits - Math.max(...whole));
  const short = (amount: string): string => trimZeros(cut(amount, places), 2);
  return { incoming: short(incoming), outgoing: short(outgoing), net: short(net) };
}
