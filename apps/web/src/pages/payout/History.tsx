import { calls, type Payout } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, refreshPages, usePages } from '../../api/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { useTexts } from '../../i18n/index.ts';
import { kitTexts } from '../../i18n/kit.ts';
import { payoutTexts } from './payouts-texts.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { formatBalance, formatMinute } from '../../lib/format/index.ts';
import { AsOf, Button, ListEnd, Modal, StaleNote, Tag, type TagTone, toast } from '../../ui/kit/index.ts';
import styles from './Payout.module.css';

const tones: Readonly<Record<Payout['state'], TagTone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  done: 'good',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'plain',
  returned: 'danger',
};
const givenBack: readonly Payout['state'][] = ['rejected', 'failed', 'returned'];

/** Operators and the bank move them on. */
const readEveryMs = 15_000;

/** Past payouts with their states. */
export function History() {
  const t = useTexts(payoutTexts);
  const kit = useTexts(kitTexts);
  const list = usePages(calls.banks.payouts, {}, { refetchIntervalMs: readEveryMs });
  const { items, at, asOf, error, more, loadMore, retry, retrying } = list;
  if (items === null && !error) return null;
  return (
    <section>
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
          <ul>
            {items.map((payout) => (
              <Row key={payout.id} payout={payout} />
            ))}
          </ul>
          <ListEnd more={more} onMore={loadMore} failed={error !== null} />
        </>
      )}
    </section>
  );
}

function Row({ payout: { id, coin, amount, number, state, time, reason } }: { readonly payout: Payout }) {
  const t = useTexts(payoutTexts);
  return (
    <li className={styles.row} data-testid="payout">
      <CoinMark coin={coin} size={32} />
      <div className={styles.words}>
        <p className={styles.amount}>
          −{formatBalance(amount, coin)} {coin}
          <Tag tone={tones[state]}>{t.states[state]}</Tag>
        </p>
        <p className={styles.note}>
          {formatMinute(time)} · …{number.slice(-4)}
        </p>
        {givenBack.includes(state) && (
          <p className={styles.note}>
            {reason !== undefined && `${reason} · `}
            {t.givenBack}
          </p>
        )}
        {state === 'review' && <Cancel id={id} />}
      </div>
    </li>
  );
}

function Cancel({ id }: { readonly id: string }) {
  const t = useTexts(withdrawTexts);
  const payouts = useTexts(payoutTexts);
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.banks.cancelPayout, { id });
      toast(payouts.cancelled);
    } catch {
      // The customer has been notified; the state shows the outcome.
    } finally {
      setBusy(false);
      setAsks(false);
      refreshPages(calls.banks.payouts);
      void queryClient.invalidateQueries({ queryKey: [calls.banks.payoutOptions.path] });
    }
  }

  return (
    <>
      <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t.cancelIt}
      </Button>
      {asks && (
        <Modal
          open
          icon="withdraw"
          title={t.cancelTitle}
          confirm={{ label: t.cancelIt, busy, onPress: () => void cancel() }}
          cancel={{ label: t.keep, onPress: () => setAsks(false) }}
        >
          {t.cancelText}
        </Modal>
      )}
    </>
  );
}
