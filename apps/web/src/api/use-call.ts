import { NetworkError, type RefusedError } from '@fft/client';
import type { Call, CallInput, CallOutput } from '@fft/contract';
import { hashKey, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { session } from './session/session.ts';
import { currentLang, useLang } from '@fft/kit';
import { callApi } from './call.ts';

export type CallError = RefusedError | NetworkError;

/** What pages have read. It is emptied when the session changes: nobody sees another's data. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      gcTime: 300_000,
      retry: (failures, error) => error instanceof NetworkError && error.kind !== 'timeout' && failures < 1,
      retryDelay: 800,
      refetchOnWindowFocus: true,
      // The app asks even where the browser thinks that it is offline; the answer decides.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

let token = session.token();
session.onChange(() => {
  if (session.token() === token) return;
  token = session.token();
  queryClient.clear();
});

export interface UseCallOptions {
  readonly enabled?: boolean;
  readonly staleTimeMs?: number;
  readonly refetchIntervalMs?: number | false;
  /** No messages even when it fails the first time: the page shows the error by itself. */
  readonly quiet?: boolean;
}

function callKey(definition: Call, input: unknown, lang: string): readonly unknown[] {
  return [definition.path, input, lang];
}

/** Reads ahead of the page that will ask; what fails here, fails again there. */
export function readAhead<C extends Call>(definition: C): Promise<CallOutput<C> | undefined> {
  const read = queryClient.query({
    queryKey: callKey(definition, {}, currentLang()),
    queryFn: ({ signal }) => callApi(definition, {} as CallInput<C>, { signal, quiet: true }),
    retry: false,
  });
  return read.catch(() => undefined);
}

/** The same call with the same input, in another language. */
const isTranslation = ([path, input, lang]: readonly unknown[], known: readonly unknown[]): boolean =>
  lang !== known[2] && hashKey([path, input]) === hashKey(known.slice(0, 2));

/**
 * Reads by a call, kept and shared between pages. Reading again what is already there fails without a message.
 * When the language changes, what was read stands until it is here in the other one, so that a form on it isn't lost.
 */
export function useCall<C extends Call>(
  definition: C,
  input: CallInput<C>,
  options: UseCallOptions = {},
): UseQueryResult<CallOutput<C>, CallError> {
  const lang = useLang();
  const queryKey = callKey(definition, input, lang);
  return useQuery<CallOutput<C>, CallError>({
    queryKey,
    queryFn: ({ signal }) =>
      callApi(definition, input, {
        signal,
        quiet: options.quiet ?? queryClient.getQueryData(queryKey) !== undefined,
      }),
    // Only while it is the same customer's.
    meta: { token },
    placeholderData: (known, query) =>
      query?.meta?.token === token && isTranslation(queryKey, query?.queryKey ?? []) ? known : undefined,
    ...(options.enabled !== undefined && { enabled: options.enabled }),
    ...(options.staleTimeMs !== undefined && { staleTime: options.staleTimeMs }),
    ...(options.refetchIntervalMs !== undefined && { refetchInterval: options.refetchIntervalMs }),
  });
}
