import { calls, type Twap } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, useCall } from '../../../api/index.ts';
import { CallView } from '../../../features/shell/index.ts';
import { formatAmount, formatClock, formatPrice, formatTimestamp } from '../../../lib/format/index.ts';
import { Button, Empty, Modal, Tag, toast } from '../../../ui/kit/index.ts';
import { RowsSkeleton } from '../../../ui/skeletons/index.ts';
import { twapTexts } from './twap-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './TwapList.module.css';

const refreshMs = 2_000;

/** The customer's TWAP orders with their progress, kept fresh while the page shows them. */
export function TwapList() {
  const t = useTexts(twapTexts);
  const [asked, setAsked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const twaps = useCall(calls.twap.list, { limit: 50 }, { quiet: true, refetchIntervalMs: refreshMs });

  async function stop(id: string): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.twap.stop, { id });
      toast(t.stopped);
      await queryClient.invalidateQueries({ queryKey: [calls.twap.list.path] });
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  return (
    <section className={styles.list} aria-labelledby="own-twaps">
      <h2 id="own-twaps">{t.list}</h2>
      <CallView call={twaps} skeleton={<RowsSkeleton groups={[2]} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t.none}>{t.noneText}</Empty>
          ) : (
            <ul>
              {items.map((twap) => (
                <Row key={twap.id} twap={twap} onStop={() => setAsked(twap.id)} />
              ))}
            </ul>
          )
        }
      </CallView>
      <Modal
        open={asked !== null}
        title={t.stopQuestion}
        message={t.stopText}
        confirm={{
          label: t.stop,
          onPress: () => {
            if (asked !== null && !busy) void stop(asked);
          },
          variant: 'danger',
          busy,
        }}
        cancel={{ label: t.back, onPress: () => setAsked(null) }}
      />
    </section>
  );
}

function Row({ twap, onStop }: { readonly twap: Twap; readonly onStop: () => void }) {
  const t = useTexts(twapTexts);
  const { symbol, side, style, state, waiting, reason, done, orders, nextAt } = twap;
  const percent = Math.floor((Number(twap.filled) / Number(twap.quantity)) * 100);
  const ending = state === 'ended' && reason !== null ? t.reasons[reason] : t.states[waiting ? 'waiting' : state];
  return (
    <li className={styles.row} data-testid="twap-row">
      <p className={styles.head}>
        <strong>{symbol}</strong>
        <Tag tone={side === 'buy' ? 'up' : 'down'}>{t[side]}</Tag>
        <Tag>{t.styles[style]}</Tag>
        <span className={styles.time}>{formatTimestamp(twap.time)}</span>
      </p>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <dt>{t.filled}</dt>
          <dd>
            {formatAmount(twap.filled)} / {formatAmount(twap.quantity)}
          </dd>
          <dt>{t.average}</dt>
          <dd>{formatPrice(twap.average)}</dd>
          <dt>{t.remaining}</dt>
          <dd>{formatAmount(twap.remaining)}</dd>
        </dl>
        {state !== 'ended' && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onStop}>
            {t.stop}
          </Button>
        )}
      </div>
      <p className={styles.state}>
        <span>{ending}</span>
        <span>{percent}%</span>
        <span>{t.progress(done, orders)}</span>
        {nextAt !== null && !waiting && done < orders && <span>{t.next(formatClock(nextAt))}</span>}
      </p>
    </li>
  );
}
