import { type BankDeposit, calls } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { bankDepositTexts } from '../../i18n/bank-deposit.ts';
import { useTexts } from '../../i18n/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { AsOf, classes, Delayed, ErrorState, Icon, ListEnd, StaleNote, Tag, type TagTone } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import styles from './BankDeposit.module.css';

const tones: Readonly<Record<BankDeposit['state'], TagTone>> = { review: 'warn', credited: 'good', returned: 'plain' };

/** A person may be deciding on one. */
const readEveryMs = 15_000;

/** The transfers that arrived, with their states. */
export function BankDeposits({ coin }: { readonly coin: string }) {
  const t = useTexts(bankDepositTexts);
  const list = usePages(calls.banks.deposits, { coin }, { refetchIntervalMs: readEveryMs });
  const { items, at, asOf, error, more, loadMore, retry, retrying } = list;
  return (
    <section>
      <div className={styles.above}>
        <h2 className={styles.heading}>{t.recent}</h2>
        <Link to={`/pages/assets/encybill?coin=${coin}`} className={styles.all}>
          {t.all}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
      {items === null ? (
        error ? (
          <ErrorState error={error} onRetry={retry} busy={retrying} />
        ) : (
          <Delayed>
            <RowsSkeleton groups={[2]} look="figures" flush />
          </Delayed>
        )
      ) : (
        <>
          {error && <StaleNote at={at} onRetry={retry} busy={retrying} />}
          <AsOf time={asOf} />
          {items.length === 0 ? (
            <p className={styles.none}>{t.noRecent}</p>
          ) : (
            <>
              <ul>
                {items.map((deposit) => (
                  <Row key={deposit.id} deposit={deposit} />
                ))}
              </ul>
              <ListEnd more={more} onMore={loadMore} failed={error !== null} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function Row({ deposit: { coin, amount, state, from, booked } }: { readonly deposit: BankDeposit }) {
  const t = useTexts(bankDepositTexts);
  return (
    <li className={styles.row} data-testid="bank-deposit">
      <span className={classes(styles.disc, styles[state])}>
        <Icon name={state === 'credited' ? 'check' : state === 'review' ? 'clock' : 'undo'} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.amount}>
          +{formatAmount(trimZeros(amount, 2))} {coin}
          <Tag tone={tones[state]}>{t.states[state]}</Tag>
        </p>
        <p className={styles.second}>
          {t.booked(booked)}
          {from !== null && ` · ${from}`}
        </p>
        {state === 'review' && <p className={styles.second}>{t.reviewText}</p>}
      </div>
    </li>
  );
}
