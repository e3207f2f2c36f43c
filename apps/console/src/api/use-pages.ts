import type { Call, CallInput, CallOutput } from '@fft/contract';
import { useLang } from '@fft/kit';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { callApi, type CallError } from './call.ts';

type ItemOf<C extends Call> = CallOutput<C> extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The state of a paged list. Items are null until the first page is loaded, and stay after a failed refetch. */
export interface ListState<Item> {
  readonly items: readonly Item[] | null;
  readonly error: CallError | null;
  readonly retry: () => void;
  readonly more: 'none' | 'some' | 'loading';
  readonly loadMore: () => void;
}

export interface UsePagesOptions {
  readonly enabled?: boolean;
  readonly refetchIntervalMs?: number;
}

const pageSize = 50;

/** Reads a paged list, page by page on demand. */
export function usePages<C extends Call>(
  call: C,
  input: Omit<CallInput<C>, 'cursor' | 'limit'>,
  { enabled = true, refetchIntervalMs }: UsePagesOptions = {},
): ListState<ItemOf<C>> {
  const lang = useLang();
  const pages = useInfiniteQuery<
    PageOf<ItemOf<C>>,
    CallError,
    InfiniteData<PageOf<ItemOf<C>>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [call.path, 'pages', input, lang],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...input, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) };
      const answer: unknown = await callApi(call, page as CallInput<C>, signal);
      return answer as PageOf<ItemOf<C>>;
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    enabled,
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
  });
  return {
    items: pages.data?.pages.flatMap(({ items }) => items) ?? null,
    error: pages.error,
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    more: pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'some' : 'none',
    loadMore: () => void pages.fetchNextPage(),
  };
}
