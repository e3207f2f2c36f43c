import { consoleCalls, type WaitingIdentity } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, type CallError, type Listed } from '../../api/index.ts';
import { DataTable, type Column, Split, Tag, Tile, Tiles } from '../../kit/index.ts';
import { identityTexts } from '../../texts/identity.ts';
import { PapersPanel } from './PapersPanel.tsx';
import { formatWait, longWaitMs } from './wait.ts';
import styles from './IdentityPage.module.css';

const { queue } = consoleCalls.identity;
type Page = Awaited<ReturnType<typeof callApi<typeof queue>>>;

/** The queue with its figures: the same answer carries both. */
function useQueue() {
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: [queue.path, 'queue'],
    queryFn: ({ pageParam, signal }) =>
      callApi(queue, { limit: 50, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    refetchInterval: 10_000,
  });
  const list: Listed<WaitingIdentity> = {
    items: query.data?.pages.flatMap(({ items }) => items) ?? null,
    error: query.error,
    retry: () => void query.refetch(),
    more: query.isFetchingNextPage ? 'loading' : query.hasNextPage ? 'some' : 'none',
    loadMore: () => void query.fetchNextPage(),
  };
  return { list, figures: query.data?.pages[0] ?? null };
}

/** Papers that wait: the queue left, one case right, decided by keys. */
export function IdentityPage() {
  const t = useTexts(identityTexts);
  const { list, figures } = useQueue();
  const [open, setOpen] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const shown = list.items?.find(({ customer }) => customer === open) ?? null;

  /** The next in the queue; after the last, the first. */
  function goOn(): void {
    const items = list.items ?? [];
    const at = items.findIndex(({ customer }) => customer === open);
    const next = items[at + 1] ?? items[0];
    setOpen(next === undefined || next.customer === open ? null : next.customer);
  }

  const oldestMs = figures?.oldest == null ? null : now - figures.oldest;
  const columns: readonly Column<WaitingIdentity>[] = [
    { key: 'customer', label: t.customer, render: ({ customer }) => <strong>{customer}</strong> },
    {
      key: 'document',
      label: t.document,
      render: ({ nationality, idType }) => (
        <span className={styles.document}>
          <Tag>{nationality}</Tag> {t.types[idType]}
        </span>
      ),
    },
    {
      key: 'since',
      label: t.since,
      render: ({ submitted }) => (
        <span className={now - submitted > longWaitMs ? styles.long : styles.short}>
          {formatWait(now - submitted, t)}
        </span>
      ),
    },
    { key: 'flag', label: t.flag, render: (row) => <Flags row={row} /> },
  ];
  return (
    <Split
      panel={
        shown && figures ? (
          <PapersPanel
            key={shown.customer}
            waiting={shown}
            reasons={figures.reasons}
            onClose={() => setOpen(null)}
            onNext={goOn}
          />
        ) : undefined
      }
    >
      <Tiles>
        <Tile label={t.waiting} value={figures?.waiting ?? '--'} />
        <Tile
          label={t.oldest}
          value={oldestMs === null ? '--' : formatWait(oldestMs, t)}
          tone={oldestMs !== null && oldestMs > longWaitMs ? 'warn' : undefined}
        />
        <Tile label={t.decided} value={figures?.decidedToday ?? '--'} />
        <Tile
          label={t.passed}
          value={
            figures && figures.decidedToday > 0
              ? `${Math.round((figures.passedToday / figures.decidedToday) * 100)}%`
              : '--'
          }
        />
      </Tiles>
      <DataTable
        label={t.queue}
        list={list}
        columns={columns}
        keyOf={({ customer }) => customer}
        empty={t.none}
        open={({ customer }) => setOpen(customer)}
        isOpen={({ customer }) => customer === open}
      />
    </Split>
  );
}

function Flags({ row: { sameAs, attempt } }: { readonly row: WaitingIdentity }) {
  const t = useTexts(identityTexts);
  if (sameAs.length > 0) return <Tag tone="warn">{t.duplicate}</Tag>;
  if (attempt > 1) return <Tag tone="warn">{t.again(attempt)}</Tag>;
  return <span className={styles.short}>{t.noFlag}</span>;
}
