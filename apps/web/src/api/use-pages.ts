import type { Call, CallInput, CallOutput } from '@fft/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useLang } from '@fft/kit';
import { callApi } from './call.ts';
import { type CallError, queryClient } from './use-call.ts';

type ItemOf<C extends Call> = CallOutput<C> extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export interface Pages<Item> {
  /** Null until the first page is here. */
  readonly items: readonly Item[] | null;
  /** When they came, in milliseconds since the epoch. */
  readonly at: number;
  /** The last try went wrong; what was there before still is. */
  readonly error: CallError | null;
  readonly more: 'none' | 'some' | 'loading';
  readonly loadMore: () => void;
  readonly retry: () => void;
  readonly retrying: boolean;
}

const pageSize = 20;

/** The pages of a list that has changed are asked for anew: at once where they are shown. */
export function renewPages(definition: Call): void {
  void queryClient.invalidateQueries({ queryKey: [definition.path, 'pages'] });
}

/** Reads a paged list, page by page on demand, kept and shared like `useCall`. The page shows errors by itself. */
export function usePages<C extends Call>(
  definition: C,
  input: Omit<CallInput<C>, 'cursor' | 'limit'>,
): Pages<ItemOf<C>> {
  const lang = useLang();
  const pages = useInfiniteQuery<
    PageOf<ItemOf<C>>,
    CallError,
    InfiniteData<PageOf<ItemOf<C>>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [definition.path, 'pages', input, lang],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...input, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) };
      const answer: unknown = await callApi(definition, page as CallInput<C>, { signal, quiet: true });
      return answer as PageOf<ItemOf<C>>;
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
  });
  return {
    items: pages.data?.pages.flatMap(({ items }) => items) ?? null,
    at: pages.dataUpdatedAt,
    error: pages.error,
    more: pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'some' : 'none',
    loadMore: () => void pages.fetchNextPage(),
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    retrying: pages.isFetching,
  };
}
