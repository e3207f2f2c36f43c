import { calls, type Withdrawal } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { formatBalance, formatMinute } from '../../lib/format/index.ts';
import { AsOf, Button, ListEnd, StaleNote, Tag } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { Link } from '../../lib/routing/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { withdrawalTones } from './withdrawal-tone.ts';
import styles from './Withdraw.module.css';

/** Past withdrawals with their states. */
export function History() {
  const t = useTexts(withdrawTexts);
  const kit = useTexts(kitTexts);
  const { items, at, asOf, error, more, loadMore, retry, retrying } = usePages(calls.withdrawals.history, {});
  if (items === null && !error) return null;
  return (
    <section className={styles.history}>
      <h2 className={styles.heading}>{t.history}</h2>
      {error &&
        (items === null ? (
          <p className={styles.none} role="alert">
            {kit.loadFailed}{' '}
            <Button variant="link" size="small" busy={retrying} onClick={retry}>
              {kit.retry}
            </Button>
          </p>
        ) : (
          <StaleNote at={at} onRetry={retry} busy={retrying} />
        ))}
      <AsOf time={asOf} />
      {items?.length === 0 && <p className={styles.none}>{t.noHistory}</p>}
      {items !== null && items.length > 0 && (
        <>
          <ul className={styles.rows}>
            {items.map((withdrawal) => (
              <HistoryRow key={withdrawal.id} withdrawal={withdrawal} />
            ))}
          </ul>
          <ListEnd more={more} onMore={loadMore} failed={error !== null} />
        </>
      )}
    </section>
  );
}

function HistoryRow({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTexts(withdrawTexts);
  const { id, coin, amount, address, state, time } = withdrawal;
  return (
    <li>
      <Link className={styles.row} to={`/pages/deposit/withdraw?id=${id}`} data-testid="withdrawal">
        <CoinMark coin={coin} size={32} />
        <span className={styles.words}>
          <span className={styles.amount}>
            −{formatBalance(amount, coin)} {coin}
          </span>
          <span className={styles.second}>
            {formatMinute(time)} · {address.slice(0, 6)}…{address.slice(-4)}
          </span>
        </span>
        <Tag tone={withdrawalTones[state]}>{t.states[state]}</Tag>
      </Link>
    </li>
  );
}
