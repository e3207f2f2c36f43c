export { reachability } from './connection/reachability.ts';
export { callApi } from './call.ts';
export { isOutcomeUnknown } from './is-outcome-unknown.ts';
export { type CallError, queryClient, readAhead, useCall } from './use-call.ts';
export { refreshPages, usePages } from './use-pages.ts';
export { useIsLoading } from './loading.ts';
export { endedSession } from './session/ended.ts';
export { formatEnd } from './ends-at.ts';
export { lockData, dismissReaction, pendingReaction, type Reaction } from './reactions.ts';
