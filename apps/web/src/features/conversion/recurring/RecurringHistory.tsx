import { calls, type RecurringBuy } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import { CallView } from '../../shell/index.ts';
import { formatBalance, formatMinute } from '../../../lib/format/index.ts';
import { RowsSkeleton } from '../../../ui/skeletons/index.ts';
import { recurringTexts } from './recurring-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './RecurringList.module.css';

/** The last buys of a recurring buy, with those that were skipped. */
export function RecurringHistory({ buy: { id, from, to } }: { readonly buy: RecurringBuy }) {
  const t = useTexts(recurringTexts);
  const runs = useCall(calls.recurring.history, { id, limit: 50 }, { quiet: true });
  return (
    <CallView call={runs} skeleton={<RowsSkeleton groups={[2]} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.facts}>{t.noHistory}</p>
        ) : (
          <ul className={styles.runs}>
            {items.map(({ number, due, paid, received, reason }) => (
              <li key={number}>
                <span>{formatMinute(due)}</span>
                <span>
                  {paid !== null && received !== null
                    ? t.bought(`${formatBalance(paid, from)} ${from}`, `${formatBalance(received, to)} ${to}`)
                    : t.skipped(t.reasons[reason ?? 'moved'])}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </CallView>
  );
}
