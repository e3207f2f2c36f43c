import { calls, type Order } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { openOrders, useOwnOrders } from '../../../features/live/index.ts';
import { add, compare } from '../../../lib/exact.ts';
import { formatAmount, formatPrice } from '../../../lib/format/index.ts';
import { Button, Empty, Modal, Tag, toast } from '../../../ui/kit/index.ts';
import { scaledTexts } from './scaled-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './OpenScaled.module.css';

/** The open scaled orders, each with a button that cancels all that is left of it. */
export function OpenScaled() {
  const t = useTexts(scaledTexts);
  const own = useOwnOrders();
  const [asked, setAsked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const children = openOrders(own?.value ?? new Map()).filter(({ parent }) => parent?.kind === 'scaled');
  const parents = [...Map.groupBy(children, ({ parent }) => parent?.id ?? '')];

  async function cancel(id: string): Promise<void> {
    setBusy(true);
    try {
      const { cancelled } = await callApi(calls.scaled.cancel, { id });
      toast(t.cancelled(cancelled));
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  return (
    <section className={styles.list} aria-labelledby="open-scaled">
      <h2 id="open-scaled">{t.open}</h2>
      {parents.length === 0 ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        <ul>
          {parents.map(([id, orders]) => (
            <Parent key={id} orders={orders} onCancel={() => setAsked(id)} />
          ))}
        </ul>
      )}
      <Modal
        open={asked !== null}
        title={t.cancelQuestion}
        confirm={{
          label: t.cancel,
          onPress: () => {
            if (asked !== null && !busy) void cancel(asked);
          },
          variant: 'danger',
          busy,
        }}
        cancel={{ label: t.back, onPress: () => setAsked(null) }}
      />
    </section>
  );
}

function Parent({ orders, onCancel }: { readonly orders: readonly Order[]; readonly onCancel: () => void }) {
  const t = useTexts(scaledTexts);
  const prices = orders.flatMap(({ price }) => price ?? []).toSorted(compare);
  const sum = (of: (order: Order) => string | null) =>
    formatAmount(orders.reduce((all, order) => add(all, of(order) ?? '0'), '0'));
  const [first] = orders;
  if (first === undefined) return null;
  return (
    <li className={styles.parent} data-testid="scaled-parent">
      <p className={styles.head}>
        <strong>{first.symbol}</strong>
        <Tag tone={first.side === 'buy' ? 'up' : 'down'}>{t[first.side]}</Tag>
      </p>
      <p className={styles.facts}>
        <span>{t.range(formatPrice(prices[0] ?? null), formatPrice(prices.at(-1) ?? null))}</span>
        <span>
          {t.openFacts(
            orders.length,
            sum(({ filled }) => filled),
            sum(({ quantity }) => quantity),
          )}
        </span>
      </p>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onCancel}>
        {t.cancel}
      </Button>
    </li>
  );
}
