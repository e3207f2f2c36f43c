import { answeredAsOf, NetworkError, type RefusedError } from '@fft/client';
import type { Call, CallInput, CallOutput } from '@fft/contract';
import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useLang } from './locale.ts';

export type CallError = RefusedError | NetworkError;

/** Creates the cache of call results. The app clears it when the session changes, so that no one sees another customer's data. */
export function createQueryClient({ keepUnusedMs }: { readonly keepUnusedMs: number }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        gcTime: keepUnusedMs,
        retry: (failures, error) => error instanceof NetworkError && error.kind !== 'timeout' && failures < 1,
        retryDelay: 800,
        refetchOnWindowFocus: true,
        // Calls are made even when the browser believes that it is offline; the answer decides.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** True if a failure needs no message: the page shows it, or keeps the earlier answer. */
  readonly quiet: boolean;
}

export interface CallHooksOptions {
  readonly queryClient: QueryClient;
  /** Makes one call. Rejects with a {@link CallError}. */
  readonly read: <C extends Call>(call: C, input: CallInput<C>, options: ReadOptions) => Promise<CallOutput<C>>;
  /** The current session's token; null without a session. */
  readonly token: () => string | null;
  readonly pageSize: number;
}

export interface UseCallOptions {
  readonly enabled?: boolean;
  readonly staleTimeMs?: number;
  readonly refetchIntervalMs?: number | false;
  /** Shows no message even if the first read fails: the page shows the error itself. */
  readonly quiet?: boolean;
  /** Shows the previous input's answer until the new one arrives. */
  readonly keepsPrevious?: boolean;
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

export interface CallHooks {
  /**
   * Reads by a call; the answer is cached and shared between pages. Refreshing a cached answer fails without a message.
   * After a change of language the earlier answer stays until the new one arrives, so that a form on it isn't lost.
   */
  useCall<C extends Call>(
    call: C,
    input: CallInput<C>,
    options?: UseCallOptions,
  ): UseQueryResult<CallOutput<C>, CallError>;
  /** Reads a paged list, page by page on demand, cached and shared like `useCall`. The page shows errors itself. */
  usePages<C extends Call>(
    call: C,
    input: Omit<CallInput<C>, 'cursor' | 'limit'>,
    options?: UsePagesOptions,
  ): Pages<ItemOf<C>>;
}

export const callKey = (call: Call, input: unknown, lang: string): readonly unknown[] => [call.path, input, lang];

const pagesKey = (call: Call): readonly unknown[] => [call.path, 'pages'];

/** Marks the pages of a list as changed; they are read again immediately where they are shown. */
export function refreshPages(queryClient: QueryClient, call: Call): void {
  void queryClient.invalidateQueries({ queryKey: pagesKey(call) });
}

/** True for the same call with the same input in another language. */
const isTranslation = ([path, input, lang]: readonly unknown[], known: readonly unknown[]): boolean =>
  lang !== known[2] && hashKey([path, input]) === hashKey(known.slice(0, 2));

/** Creates the hooks with which an app's pages read. */
export function createCallHooks(options: CallHooksOptions): CallHooks {
  return { useCall: createUseCall(options), usePages: createUsePages(options) };
}

function createUseCall({ queryClient, read, token: currentToken }: CallHooksOptions): CallHooks['useCall'] {
  return function useCall<C extends Call>(call: C, input: CallInput<C>, options: UseCallOptions = {}) {
    const queryKey = callKey(call, input, useLang());
    const token = currentToken();
    return useQuery<CallOutput<C>, CallError>({
      queryKey,
      queryFn: ({ signal }) =>
        read(call, input, { signal, quiet: options.quiet ?? queryClient.getQueryData(queryKey) !== undefined }),
      meta: { token },
      placeholderData: options.keepsPrevious
        ? keepPreviousData
        : // Only while the same customer is logged in.
          (known, query) =>
            query?.meta?.token === token && isTranslation(queryKey, query?.queryKey ?? []) ? known : undefined,
      ...(options.enabled !== undefined && { enabled: options.enabled }),
      ...(options.staleTimeMs !== undefined && { staleTime: options.staleTimeMs }),
      ...(options.refetchIntervalMs !== undefined && { refetchInterval: options.refetchIntervalMs }),
    });
  };
}

function createUsePages({ read, pageSize }: CallHooksOptions): CallHooks['usePages'] {
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
