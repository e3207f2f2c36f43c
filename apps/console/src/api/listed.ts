import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from './call.ts';
import type { Listed } from './use-pages.ts';

/** Wraps a complete array as a paged list. */
export function whole<Item>(items: readonly Item[]): Listed<Item> {
  return { items, error: null, retry: () => undefined, more: 'none', loadMore: () => undefined };
}

/** Wraps a query for a complete array as a paged list. */
export function listedOf<Data, Item>(
  { data, error, refetch }: UseQueryResult<Data, CallError>,
  pick: (data: Data) => readonly Item[],
): Listed<Item> {
  const items = data === undefined ? null : pick(data);
  return { ...whole<Item>([]), items, error, retry: () => void refetch() };
}
