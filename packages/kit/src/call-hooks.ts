import { NetworkError, type RefusedError } from '@fft/client';
import type { Call, CallInput, CallOutput } from '@fft/contract';
import { hashKey, keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
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

export interface UseCall {
  /**
   * Reads by a call; the answer is cached and shared between pages. Refreshing a cached answer fails without a message.
   * After a change of language the earlier answer stays until the new one arrives, so that a form on it isn't lost.
   */
  <C extends Call>(call: C, input: CallInput<C>, options?: UseCallOptions): UseQueryResult<CallOutput<C>, CallError>;
}

export const callKey = (call: Call, input: unknown, lang: string): readonly unknown[] => [call.path, input, lang];

/** True for the same call with the same input in another language. */
const isTranslation = ([path, input, lang]: readonly unknown[], known: readonly unknown[]): boolean =>
  lang !== known[2] && hashKey([path, input]) === hashKey(known.slice(0, 2));

/** Creates the hook with which an app's pages read. */
export function createUseCall({ queryClient, read, token: currentToken }: CallHooksOptions): UseCall {
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
