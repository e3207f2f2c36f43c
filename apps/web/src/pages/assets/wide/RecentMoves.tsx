import { calls, type StatementLine } from '@fft/contract';
import { useCall } from '../../../api/index.ts';
import type { AccountKind } from '../../../features/live/holdings.ts';
import { signOf } from '../../../lib/exact.ts';
import { formatBalance, formatMinute } from '../../../lib/format/index.ts';
import { useHideAmounts } from '../../../features/balances/hide-amounts.ts';
import { Link } from '../../../lib/routing/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { assetsTableTexts } from './assets-table-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { statementTexts } from '../../../i18n/statement.ts';
import styles from './RecentMoves.module.css';

const shownLines = 8;
const renewEveryMs = 15_000;

/** The newest lines of an account's statement. Without them, as after a failure, the page loses nothing else. */
export function RecentMoves({ kind }: { readonly kind: AccountKind }) {
  const t = useTexts(assetsTableTexts);
  const call = kind === 'coin' ? calls.assets.coinStatement : calls.assets.fiatStatement;
  const { data } = useCall(call, { limit: shownLines }, { quiet: true, refetchIntervalMs: renewEveryMs });
  if (data === undefined) return null;
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t.recent}</h2>
        <Link to={kind === 'coin' ? '/pages/assets/coinbill' : '/pages/assets/encybill'} className={styles.all}>
          {t.allMoves}
        </Link>
      </header>
      {data.items.length === 0 && <p className={styles.none}>{t.noMoves}</p>}
      <ul>
        {data.items.map((line) => (
          <Move key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Move({ line: { type, time, amount, coin } }: { readonly line: StatementLine }) {
  const t = useTexts(statementTexts);
  const { isHidden, show } = useHideAmounts();
  const sign = signOf(amount) > 0 ? '+' : '';
  return (
    <li className={styles.move}>
      <span>
        {t.types[type]}
        <time className={styles.time}>{formatMinute(time)}</time>
      </span>
      <span className={classes(styles.amount, sign !== '' && styles.in)}>
        {isHidden ? show(amount, 2) : `${sign}${formatBalance(amount, coin)}`} {coin}
      </span>
    </li>
  );
}
