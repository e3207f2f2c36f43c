import { calls } from '@fft/contract';
import { useMemo, useState } from 'react';
import { callApi, queryClient, useCall } from '../../../../api/index.ts';
import { openOrders, type OrderMap } from '../../../../features/live/order-merge.ts';
import { byNumber, byText, byDecimal, type Column, SortTable } from '../../../../features/tables/index.ts';
import { SideWord } from '../../../../features/orders/tables/SideWord.tsx';
import {
  formatAmount,
  formatBalance,
  formatMinute,
  formatPrice,
  formatTimestamp,
  missing,
} from '../../../../lib/format/index.ts';
import { Button, Empty, ErrorState, Modal, OnceOpened, toast } from '../../../../ui/kit/index.ts';
import { automaticTexts } from './automatic-texts.ts';
import { recurringTexts } from '../../../../features/conversion/recurring/recurring-texts.ts';
import { scaledTexts } from '../../scaled/scaled-texts.ts';
import { twapTexts } from '../../twap/twap-texts.ts';
import { workspaceTableTexts } from '../../../../features/orders/tables/workspace-tables-texts.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import {
  type Automatic,
  automaticRows,
  averageOfRow,
  isOf,
  marketOf,
  percentOf,
  progressOf,
  sideOf,
} from './automatic-rows.ts';
import { ChildrenSheet } from './ChildrenSheet.tsx';
import { RowsLoading } from './RowsLoading.tsx';
import styles from './cells.module.css';

const twapEveryMs = 2_000;
const recurringEveryMs = 10_000;
/** The newest TWAP orders, of which ten at most run. */
const twapsListed = 20;

export interface AutomaticTableProps {
  /** The market whose plans are listed; null for all. */
  readonly symbol: string | null;
  readonly own: OrderMap;
}

/** TWAP orders, scaled orders and recurring buys with their progress, each with its orders and the button that stops it. */
export function AutomaticTable({ symbol, own }: AutomaticTableProps) {
  const t = useTexts(automaticTexts);
  const twap = useTexts(twapTexts);
  const { tables } = useTexts(workspaceTexts);
  const { columns: c } = useTexts(workspaceTableTexts);
  const stateOf = useStateOf();
  const acts = useActs();
  const [opened, setOpened] = useState<Automatic | null>(null);
  const twaps = useCall(calls.twap.list, { limit: twapsListed }, { quiet: true, refetchIntervalMs: twapEveryMs });
  const buys = useCall(calls.recurring.list, {}, { quiet: true, refetchIntervalMs: recurringEveryMs });
  const rows = useMemo(() => {
    if (twaps.data === undefined || buys.data === undefined) return null;
    const all = automaticRows(twaps.data.items, openOrders(own), buys.data);
    return symbol === null ? all : all.filter((row) => isOf(row, symbol));
  }, [twaps.data, buys.data, own, symbol]);
  if (rows === null) {
    const failed = twaps.error ? twaps : buys;
    return failed.error ? (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
    ) : (
      <RowsLoading />
    );
  }
  const columns: readonly Column<Automatic>[] = [
    {
      id: 'time',
      isMinor: true,
      title: c.time,
      isText: true,
      renderCell: ({ time }) => formatTimestamp(time),
      compare: byNumber(({ time }) => time),
    },
    { id: 'market', title: c.market, isText: true, renderCell: marketOf, compare: byText(marketOf) },
    {
      id: 'type',
      title: c.type,
      isText: true,
      renderCell: (row) => (
        <button
          type="button"
          className={styles.opens}
          aria-haspopup="dialog"
          title={t.children}
          onClick={() => setOpened(row)}
        >
          {t.kinds[row.kind]}
        </button>
      ),
      compare: byText(({ kind }) => t.kinds[kind]),
    },
    {
      id: 'side',
      title: c.side,
      isText: true,
      renderCell: (row) => <SideWord side={sideOf(row)} />,
      compare: byText(sideOf),
    },
    { id: 'progress', title: t.progress, renderCell: (row) => <Progress row={row} />, compare: byNumber(percentOf) },
    {
      id: 'average',
      isMinor: true,
      title: c.average,
      renderCell: (row) => formatPrice(averageOfRow(row)),
      compare: byDecimal(averageOfRow),
    },
    {
      id: 'next',
      title: t.next,
      renderCell: ({ nextAt, kind }) =>
        nextAt === null ? missing : (kind === 'recurring' ? formatMinute : formatTimestamp)(nextAt),
      compare: byNumber(({ nextAt }) => nextAt ?? 0),
    },
    { id: 'state', title: c.state, renderCell: stateOf, compare: byText(stateOf) },
    {
      id: 'action',
      title: c.action,
      sticks: true,
      renderCell: (row) =>
        acts.labelOf(row) !== null && (
          <Button
            variant="link"
            size="small"
            className={styles.action}
            disabled={acts.busy}
            {...(row.kind !== 'recurring' && { 'aria-haspopup': 'dialog' as const })}
            onClick={() => acts.ask(row)}
          >
            {acts.labelOf(row)}
          </Button>
        ),
    },
  ];
  if (rows.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  return (
    <>
      <SortTable label={tables.automatic} columns={columns} rows={rows} keyOf={({ id }) => id} testId="automatic-row" />
      <Modal
        open={acts.question !== null}
        title={acts.question?.title ?? ''}
        message={acts.question?.message}
        confirm={{
          label: acts.question?.confirm ?? '',
          onPress: acts.confirm,
          variant: 'danger',
          busy: acts.busy,
        }}
        cancel={{ label: twap.back, onPress: acts.dismiss }}
      />
      <OnceOpened open={opened !== null}>
        <ChildrenSheet row={opened} onClose={() => setOpened(null)} />
      </OnceOpened>
    </>
  );
}

function Progress({ row }: { readonly row: Automatic }) {
  const t = useTexts(automaticTexts);
  const progress = progressOf(row);
  if (progress === null) {
    const { amount, from } = row.kind === 'recurring' ? row.buy : { amount: '0', from: '' };
    return t.each(`${formatBalance(amount, from)} ${from}`);
  }
  const [filled, quantity] = [progress.filled, progress.quantity].map((text) => formatAmount(text));
  return `${percentOf(row)}% · ${filled} / ${quantity}`;
}

/** The state of a plan in words. */
function useStateOf(): (row: Automatic) => string {
  const t = useTexts(automaticTexts);
  const twap = useTexts(twapTexts);
  const recurring = useTexts(recurringTexts);
  return (row) => {
    if (row.kind === 'scaled') return t.open(row.scaled.open);
    if (row.kind === 'recurring') {
      const { state, reason } = row.buy;
      if (state === 'running') return twap.states.running;
      return reason === null ? recurring.paused : `${recurring.paused} · ${recurring.reasons[reason]}`;
    }
    const { state, waiting, reason, done, orders } = row.twap;
    const word = state === 'ended' && reason !== null ? twap.reasons[reason] : twap.states[waiting ? 'waiting' : state];
    return `${word} · ${twap.progress(done, orders)}`;
  };
}

interface Question {
  readonly title: string;
  readonly message?: string;
  readonly confirm: string;
}

/** Stops a TWAP order or cancels what is left of a scaled order, each after its question; pauses a recurring buy or lets it go on. */
function useActs() {
  const [twap, scaled, recurring] = [useTexts(twapTexts), useTexts(scaledTexts), useTexts(recurringTexts)];
  const [asked, setAsked] = useState<Automatic | null>(null);
  const [busy, setBusy] = useState(false);

  function labelOf(row: Automatic): string | null {
    if (row.kind === 'scaled') return scaled.cancel;
    if (row.kind === 'recurring') return row.buy.state === 'paused' ? recurring.resume : recurring.pause;
    return row.twap.state === 'running' ? twap.stop : null;
  }

  async function carryOut(row: Automatic): Promise<void> {
    setBusy(true);
    try {
      if (row.kind === 'twap') {
        await callApi(calls.twap.stop, { id: row.twap.id });
        toast(twap.stopped);
      } else if (row.kind === 'scaled') {
        const { cancelled } = await callApi(calls.scaled.cancel, { id: row.scaled.parent });
        toast(scaled.cancelled(cancelled));
      } else {
        await callApi(calls.recurring.pause, { id: row.buy.id, paused: row.buy.state !== 'paused' });
      }
      const call = row.kind === 'recurring' ? calls.recurring.list : calls.twap.list;
      await queryClient.invalidateQueries({ queryKey: [call.path] });
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  const questions = {
    twap: { title: twap.stopQuestion, message: twap.stopText, confirm: twap.stop },
    scaled: { title: scaled.cancelQuestion, confirm: scaled.cancel },
  };
  const question: Question | null = asked === null || asked.kind === 'recurring' ? null : questions[asked.kind];
  return {
    busy,
    question,
    labelOf,
    ask: (row: Automatic) => {
      if (row.kind === 'recurring') void carryOut(row);
      else setAsked(row);
    },
    confirm: () => {
      if (asked !== null && !busy) void carryOut(asked);
    },
    dismiss: () => setAsked(null),
  };
}
