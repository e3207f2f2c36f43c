import { answeredAsOf } from '@fft/client';
import type { Call, CallInput, CallOutput } from '@fft/contract';
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { CallError, CallHooksOptions } from './call-hooks.ts';
import { useLang } from './locale.ts';

export interface PageHooksOptions extends Pick<CallHooksOptions, 'read'> {
  readonly pageSize: number;
}

export interface UsePagesOptions {
  readonly enabled?: boolean;
  readonly refetchIntervalMs?: number;
}

/** A list as a table or an infinite list shows it. */
export interface Listed<Item> {
  /** Null until the first page arrives; kept when a later read fails. */
  readonly items: readonly Item[] | null;
  readonly error: CallError | null;
  /** The time whose state is shown, in milliseconds since the epoch; Infinity if it was current. */
  readonly asOf: number;
  readonly more: 'none' | 'some' | 'loading';
  readonly loadMore: () => void;
  readonly retry: () => void;
}

export interface Pages<Item> extends Listed<Item> {
  /** When the items arrived, in milliseconds since the epoch. */
  readonly at: number;
  readonly retrying: boolean;
}

export type ItemOf<C extends Call> = CallOutput<C> extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  /** Undefined if the page was current. */
  readonly asOf: number | undefined;
}

export interface UsePages {
  /** Reads a paged list, page by page on demand, cached and shared like `useCall`. The page shows errors itself. */
  <C extends Call>(call: C, input: Omit<CallInput<C>, 'cursor' | 'limit'>, options?: UsePagesOptions): Pages<ItemOf<C>>;
}

const pagesKey = (call: Call): readonly unknown[] => [call.path, 'pages'];

/** Marks the pages of a list as changed; they are read again immediately where they are shown. */
export function refreshPages(queryClient: QueryClient, call: Call): void {
  void queryClient.invalidateQueries({ queryKey: pagesKey(call) });
}

/** Creates the hook with which an app's pages read paged lists. Apart from `createUseCall`, so that a first page without lists doesn't load it. */
export function createUsePages({ read, pageSize }: PageHooksOptions): UsePages {
  return function usePages<C extends Call>(
    call: C,
    input: Omit<CallInput<C>, 'cursor' | 'limit'>,
    { enabled = true, refetchIntervalMs }: UsePagesOptions = {},
  ) {
    type Page = PageOf<ItemOf<C>>;
    const lang = useLang();
    const pages = useInfiniteQuery<Page, CallError, InfiniteData<Page>, readonly unknown[], string | null>({
      queryKey: [...pagesKey(call), input, lang],
      queryFn: async ({ pageParam, signal }) => {
        const page = { ...input, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) };
        const answer: unknown = await read(call, page as CallInput<C>, { signal, quiet: true });
        return { ...(answer as Page), asOf: answeredAsOf(answer) };
      },
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
      enabled,
      ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
    });
    return {
      items: pages.data?.pages.flatMap(({ items }) => items) ?? null,
      at: pages.dataUpdatedAt,
      error: pages.error,
      asOf: Math.min(...(pages.data?.pages.flatMap(({ asOf }) => asOf ?? []) ?? [])),
      more: pages.isFetchingNextPage ? ('loading' as const) : pages.hasNextPage ? ('some' as const) : ('none' as const),
      loadMore: () => void pages.fetchNextPage(),
      retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
      retrying: pages.isFetching,
    };
  };
}
