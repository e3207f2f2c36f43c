import type { CallError, Listed } from '@fft/kit';
import type { UseQueryResult } from '@tanstack/react-query';

/** Wraps a complete array as a paged list. */
export function completeList<Item>(items: readonly Item[]): Listed<Item> {
  return { items, error: null, asOf: Infinity, retry: () => undefined, more: 'none', loadMore: () => undefined };
}

/** Wraps a query for a complete array as a paged list. */
export function listFromQuery<Data, Item>(
  { data, error, refetch }: UseQueryResult<Data, CallError>,
  pick: (data: Data) => readonly Item[],
): Listed<Item> {
  const items = data === undefined ? null : pick(data);
  return { ...completeList<Item>([]), items, error, retry: () => void refetch() };
}
