import { NetworkError, RefusedError } from '@fft/client';
import { forbiddenCode } from '@fft/console-contract';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { type CallError, toast, useTexts } from '@fft/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { uiTexts } from '../i18n/ui.ts';
import { callApi } from './call.ts';

export interface ActOptions<C extends Call> {
  /** Runs after success. Queries are refetched without it. */
  readonly onDone?: (data: CallOutput<C>, input: CallInput<C>) => void;
  /** Shown as a toast after success. */
  readonly successMessage?: string;
}

export interface Act<C extends Call> {
  readonly run: (input: CallInput<C>) => void;
  readonly busy: boolean;
  /** Field errors from the server, in the operator's language. */
  readonly fields: Readonly<Record<string, string>>;
  readonly reset: () => void;
}

const noFields: Readonly<Record<string, string>> = {};

/** Makes a call that changes something. Errors appear at their field or as a toast; afterwards all queries are refetched. */
export function useAct<C extends Call>(call: C, { onDone, successMessage }: ActOptions<C> = {}): Act<C> {
  const t = useTexts(uiTexts);
  const queries = useQueryClient();
  // The second of two presses can come before React has drawn that the first one runs.
  const isRunning = useRef(false);
  const mutation = useMutation<CallOutput<C>, CallError, CallInput<C>>({
    mutationFn: (input) => callApi(call, input),
    onSuccess: (data, input) => {
      if (successMessage !== undefined) toast(successMessage);
      onDone?.(data, input);
    },
    onError: (error) => {
      if (error instanceof NetworkError) toast(t.network);
      else if (error.code !== Code.sessionInvalid && Object.keys(error.fields).length === 0) toast(error.message);
    },
    onSettled: (_data, error) => {
      isRunning.current = false;
      if (error instanceof RefusedError && (error.code === Code.badRequest || error.code === forbiddenCode)) return;
      void queries.invalidateQueries();
    },
  });
  return {
    run: (input) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(input);
    },
    busy: mutation.isPending,
    fields: mutation.error instanceof RefusedError ? mutation.error.fields : noFields,
    reset: mutation.reset,
  };
}
