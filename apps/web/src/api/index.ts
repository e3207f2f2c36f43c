export { callApi } from './call.ts';
export { isOutcomeUnknown } from './is-outcome-unknown.ts';
export { type CallError, queryClient, readAhead, refreshPages, useCall, usePages } from './use-call.ts';
export { useIsLoading } from './loading.ts';
export { formatEnd } from './ends-at.ts';
export { lockData, dismissReaction, pendingReaction, type Reaction } from './reactions.ts';
