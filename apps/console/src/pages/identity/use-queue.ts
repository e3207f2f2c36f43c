import { consoleCalls, type identityOrders, type identityViews, type IdentitySubmission } from '@fft/console-contract';
import type { CallError, Listed } from '@fft/kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

const { queue } = consoleCalls.identity;
type Page = Awaited<ReturnType<typeof callApi<typeof queue>>>;

export type View = (typeof identityViews)[number];
export type Order = (typeof identityOrders)[number];

/** Reads the queue together with its figures: one response carries both. */
export function useQueue(view: View, order: Order) {
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: [queue.path, 'queue', view, order],
    queryFn: ({ pageParam, signal }) =>
      callApi(queue, { view, order, limit: 50, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    refetchInterval: 10_000,
  });
  const list: Listed<IdentitySubmission> = {
    items: query.data?.pages.flatMap(({ items }) => items) ?? null,
    error: query.error,
    // Decisions are made on it, so the server reads it at the primary.
    asOf: Infinity,
    retry: () => void query.refetch(),
    more: query.isFetchingNextPage ? 'loading' : query.hasNextPage ? 'some' : 'none',
    loadMore: () => void query.fetchNextPage(),
  };
  return { list, figures: query.data?.pages[0] ?? null };
}
