import { type CallHooksOptions, createQueryClient, createUseCall, createUsePages } from '@fft/kit';
import { callApi } from './call.ts';
import { session } from './session.ts';

/** Answers that pages have read. Cleared when the session changes, so that no operator sees another's data. */
export const queryClient = createQueryClient({ keepUnusedMs: 60_000 });

session.onChange(() => queryClient.clear());

const read: CallHooksOptions['read'] = (call, input, { signal }) => callApi(call, input, signal);

export const useCall = createUseCall({ queryClient, read, token: () => session.current()?.token ?? null });
export const usePages = createUsePages({ read, pageSize: 50 });
