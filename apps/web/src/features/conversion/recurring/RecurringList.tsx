import { calls, type RecurringBuy } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, useCall } from '../../../api/index.ts';
import { CallView } from '../../shell/index.ts';
import { zoneAt } from '../../../lib/local-times.ts';
import { formatBalance, formatMinute } from '../../../lib/format/index.ts';
import { Button, Callout, Empty, Modal, Tag, toast } from '../../../ui/kit/index.ts';
import { RowsSkeleton } from '../../../ui/skeletons/index.ts';
import { recurringTexts } from './recurring-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { RecurringHistory } from './RecurringHistory.tsx';
import styles from './RecurringList.module.css';
import { rhythmText } from './rhythm-text.ts';

const refreshMs = 10_000;

/** The customer's recurring buys, each with its acts and its buys. */
export function RecurringList({ onEdit }: { readonly onEdit: (buy: RecurringBuy) => void }) {
  const t = useTexts(recurringTexts);
  const [asked, setAsked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const buys = useCall(calls.recurring.list, {}, { quiet: true, refetchIntervalMs: refreshMs });

  async function act(work: () => Promise<unknown>, done?: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      if (done !== undefined) toast(done);
      await queryClient.invalidateQueries({ queryKey: [calls.recurring.list.path] });
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  return (
    <section className={styles.list} aria-labelledby="own-recurring">
      <h2 id="own-recurring">{t.list}</h2>
      <CallView call={buys} skeleton={<RowsSkeleton groups={[2]} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t.none}>{t.noneText}</Empty>
          ) : (
            <>
              {items.some(({ reason }) => reason === 'accountSecured') && (
                <Callout
                  tone="warn"
                  className={styles.secured}
                  title={t.secured}
                  action={
                    <Button
                      size="small"
                      disabled={busy}
                      onClick={() => void act(() => callApi(calls.recurring.resume, {}), t.resumed)}
                    >
                      {t.resumeAll}
                    </Button>
                  }
                >
                  {t.securedText}
                </Callout>
              )}
              <ul>
                {items.map((buy) => (
                  <Row
                    key={buy.id}
                    buy={buy}
                    busy={busy}
                    onPause={(paused) => void act(() => callApi(calls.recurring.pause, { id: buy.id, paused }))}
                    onEdit={() => onEdit(buy)}
                    onRemove={() => setAsked(buy.id)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </CallView>
      <Modal
        open={asked !== null}
        title={t.removeQuestion}
        message={t.removeText}
        confirm={{
          label: t.remove,
          onPress: () => {
            if (asked !== null && !busy) void act(() => callApi(calls.recurring.remove, { id: asked }), t.removed);
          },
          variant: 'danger',
          busy,
        }}
        cancel={{ label: t.back, onPress: () => setAsked(null) }}
      />
    </section>
  );
}

interface RowProps {
  readonly buy: RecurringBuy;
  readonly busy: boolean;
  readonly onPause: (paused: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Row({ buy, busy, onPause, onEdit, onRemove }: RowProps) {
  const t = useTexts(recurringTexts);
  const [isOpen, setIsOpen] = useState(false);
  const isPaused = buy.state === 'paused';
  return (
    <li className={styles.row} data-testid="recurring-row">
      <p className={styles.head}>
        <strong>
          {formatBalance(buy.amount, buy.from)} {buy.from} → {buy.to}
        </strong>
        {isPaused && <Tag tone="warn">{t.paused}</Tag>}
      </p>
      <p className={styles.facts}>
        <span>{rhythmText(buy, t)}</span>
        <span>{t.zone(buy.timeZone)}</span>
        {buy.nextAt !== null && <span>{t.next(`${formatMinute(buy.nextAt)} ${zoneAt(buy.nextAt)}`)}</span>}
        {isPaused && buy.reason !== null && <span>{t.reasons[buy.reason]}</span>}
      </p>
      <p className={styles.acts}>
        <Button variant="secondary" size="small" disabled={busy} onClick={() => onPause(!isPaused)}>
          {isPaused ? t.resume : t.pause}
        </Button>
        <Button variant="secondary" size="small" onClick={onEdit}>
          {t.edit}
        </Button>
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onRemove}>
          {t.remove}
        </Button>
        <Button variant="link" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t.history}
        </Button>
      </p>
      {isOpen && <RecurringHistory buy={buy} />}
    </li>
  );
}
