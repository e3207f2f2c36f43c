import { identityOrders, identityViews } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/index.ts';
import { Chips, DataTable, Gap, Select, Split, Toolbar } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useColumns } from './columns.tsx';
import { Figures } from './Figures.tsx';
import styles from './IdentityPage.module.css';
import { PapersPanel } from './PapersPanel.tsx';
import { type Order, useQueue, type View } from './use-queue.ts';

/** The review queue on the left, one submission on the right; hotkeys decide. */
export function IdentityPage() {
  const t = useTexts(identityTexts);
  const me = useMe();
  const [view, setView] = useState<View>('waiting');
  const [order, setOrder] = useState<Order>('oldest');
  const { list, figures } = useQueue(view, order);
  const [open, setOpen] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const columns = useColumns(view, now);
  const shown = list.items?.find(({ id }) => id === open) ?? null;
  const counts: Partial<Record<View, number>> = figures ?? {};

  /** Opens the next submission that no other operator holds; wraps around at the end. */
  function openNext(): void {
    const items = list.items ?? [];
    const at = items.findIndex(({ id }) => id === open);
    const inTurn = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
    setOpen(inTurn.find(({ reviewer }) => reviewer === null || reviewer === me.name)?.id ?? null);
  }

  return (
    <Split
      panel={
        shown && figures ? (
          <PapersPanel
            key={shown.id}
            waiting={shown}
            reasons={figures.reasons}
            onClose={() => setOpen(null)}
            onNext={openNext}
          />
        ) : undefined
      }
    >
      <Figures figures={figures} now={now} />
      <Toolbar>
        <Chips
          label={t.view}
          value={view}
          onChange={(next) => {
            setView(next);
            setOpen(null);
          }}
          options={identityViews.map((value) => ({ value, label: t.views[value](String(counts[value] ?? '')) }))}
        />
        <Gap />
        {view !== 'decided' && (
          <Select
            label={t.order}
            labelHidden
            className={styles.order}
            value={order}
            onChange={setOrder}
            options={identityOrders.map((value) => ({ value, label: t.orders[value] }))}
          />
        )}
      </Toolbar>
      <DataTable
        label={t.queue}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.noneIn[view]}
        open={({ id }) => setOpen(id)}
        isOpen={({ id }) => id === open}
      />
    </Split>
  );
}
