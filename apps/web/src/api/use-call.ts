import type { Call, CallInput, CallOutput } from '@fft/contract';
import { callKey, createQueryClient, createUseCall, currentLang } from '@fft/kit';
import { callApi } from './call.ts';
import { dismissReaction } from './reactions.ts';
import { session } from './session/session.ts';

export type { CallError } from '@fft/kit';

/** Answers that pages have read. Cleared when the session changes, with the dialogs of the whole app, so that no one sees another customer's data. */
export const queryClient = createQueryClient({ keepUnusedMs: 300_000 });

let token = session.token();
session.onChange(() => {
  if (session.token() === token) return;
  token = session.token();
  queryClient.clear();
  dismissReaction();
});

export const useCall = createUseCall({ queryClient, read: callApi, token: () => token });

/** Reads ahead of the page that will need it. A failure is ignored: the page's own read fails again and shows it. */
export function readAhead<C extends Call>(definition: C): Promise<CallOutput<C> | undefined> {
  const read = queryClient.query({
    queryKey: callKey(definition, {}, currentLang()),
    queryFn: ({ signal }) => callApi(definition, {} as CallInput<C>, { signal, quiet: true }),
    retry: false,
  });
  return read.catch(() => undefined);
}
