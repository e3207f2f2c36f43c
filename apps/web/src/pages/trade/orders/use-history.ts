import { calls, type Order } from '@fft/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callApi, queryClient } from '../../../api/index.ts';
import { endedOrders, type OrderMap } from '../../../features/live/order-merge.ts';
import { useSession } from '../../../features/session/index.ts';

export interface History {
  /** Null until the first page has loaded. */
  readonly orders: readonly Order[] | null;
  /** The reason why the last read failed. */
  readonly error: Error | null;
  readonly more: 'none' | 'some' | 'loading';
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const pageSize = 20;

/** The customer's past orders, page by page. Orders that end later are added at the top immediately, and get their fills shortly after. */
export function useHistory(symbol: string | null, own: OrderMap): History {
  const { token } = useSession();
  const queryKey = useMemo(() => [calls.trade.history.path, 'pages', symbol, token], [symbol, token]);
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        calls.trade.history,
        { limit: pageSize, ...(symbol !== null && { symbol }), ...(pageParam !== null && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  const listed = pages.data?.pages.flatMap(({ items }) => items) ?? null;
  const here = useMemo(
    () => new Map([...own].filter(([, order]) => symbol === null || order.symbol === symbol)),
    [own, symbol],
  );
  const unseen = endedOrders([], here)
    .map(({ id }) => id)
    .join();

  useEffect(() => {
    if (unseen !== '') void queryClient.invalidateQueries({ queryKey });
  }, [unseen, queryKey]);

  return {
    orders: listed === null ? null : endedOrders(listed, here),
    error: pages.error,
    more: pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'some' : 'none',
    loadMore: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}
