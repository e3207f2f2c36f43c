import { calls } from '@fft/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../../../api/index.ts';
import { RecurringHistory } from '../../../../features/conversion/index.ts';
import { PastOrdersTable } from '../../../../features/orders/tables/PastOrdersTable.tsx';
import { useSession } from '../../../../features/session/index.ts';
import { Button, Empty, ErrorState, Sheet, Spinner } from '../../../../ui/kit/index.ts';
import { automaticTexts } from './automatic-texts.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { type Automatic, marketOf } from './automatic-rows.ts';
import styles from './ChildrenSheet.module.css';

const pageSize = 100;

export interface ChildrenSheetProps {
  readonly row: Automatic | null;
  readonly onClose: () => void;
}

/** The orders of a TWAP order or a scaled order, or the buys of a recurring buy. */
export function ChildrenSheet({ row, onClose }: ChildrenSheetProps) {
  const t = useTexts(automaticTexts);
  const title = row === null ? '' : t.childrenOf(`${t.kinds[row.kind]} ${marketOf(row)}`);
  return (
    <Sheet open={row !== null} onClose={onClose} title={title}>
      {row?.kind === 'recurring' && <RecurringHistory buy={row.buy} />}
      {row !== null && row.kind !== 'recurring' && <Children row={row} title={title} />}
    </Sheet>
  );
}

interface ChildrenProps {
  readonly row: Exclude<Automatic, { readonly kind: 'recurring' }>;
  readonly title: string;
}

/** Reads the market's orders since the plan began, and keeps its own. */
function Children({ row, title }: ChildrenProps) {
  const t = useTexts(automaticTexts);
  const trade = useTexts(tradeTexts);
  const { token } = useSession();
  const parent = row.kind === 'twap' ? row.twap.id : row.scaled.parent;
  const side = row.kind === 'twap' ? row.twap.side : row.scaled.side;
  const pages = useInfiniteQuery({
    queryKey: [calls.trade.history.path, 'children', row.id, token],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        calls.trade.history,
        {
          symbol: marketOf(row),
          side,
          from: row.time,
          limit: pageSize,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  if (pages.data === undefined) {
    return pages.error ? (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <Spinner size={24} />
    );
  }
  const orders = pages.data.pages
    .flatMap(({ items }) => items)
    .filter((order) => order.parent?.kind === row.kind && order.parent.id === parent);
  if (orders.length === 0 && !pages.hasNextPage) return <Empty title={t.noChildren}>{t.noChildrenText}</Empty>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it
    <div className={styles.children} tabIndex={0} role="group" aria-label={title}>
      <PastOrdersTable label={title} orders={orders} isOfOneParent />
      {pages.hasNextPage && (
        <Button variant="link" size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {trade.loadMore}
        </Button>
      )}
    </div>
  );
}
