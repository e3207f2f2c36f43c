import type { Call, CallInput, CallOutput } from '@fft/contract';
import { useLang } from '@fft/kit';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callApi, type CallError } from './call.ts';

export interface UseCallOptions {
  readonly enabled?: boolean;
  readonly refetchIntervalMs?: number;
  readonly staleTimeMs?: number;
  /** Keeps showing the previous data until the new data is loaded. */
  readonly keepsPrevious?: boolean;
}

/** Reads by a call, cached and shared between pages. */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { enabled, refetchIntervalMs, staleTimeMs, keepsPrevious }: UseCallOptions = {},
): UseQueryResult<CallOutput<C>, CallError> {
  const lang = useLang();
  return useQuery<CallOutput<C>, CallError>({
    queryKey: [call.path, input, lang],
    queryFn: ({ signal }) => callApi(call, input, signal),
    ...(enabled !== undefined && { enabled }),
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
    ...(staleTimeMs !== undefined && { staleTime: staleTimeMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}
