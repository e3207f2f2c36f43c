import { createCallHooks, createQueryClient } from '@fft/kit';
import { callApi } from './call.ts';
import { session } from './session.ts';

/** Answers that pages have read. Cleared when the session changes, so that no operator sees another's data. */
export const queryClient = createQueryClient({ keepUnusedMs: 60_000 });

session.onChange(() => queryClient.clear());

export const { useCall, usePages } = createCallHooks({
  queryClient,
  read: (call, input, { signal }) => callApi(call, input, signal),
  token: () => session.current()?.token ?? null,
  pageSize: 50,
});
