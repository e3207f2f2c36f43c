export { callApi } from './call.ts';
export { isOutcomeUnknown } from './is-outcome-unknown.ts';
export { type CallError, queryClient, readAhead, useCall } from './use-call.ts';
export { renewPages, usePages } from './use-pages.ts';
export { loading } from './loading.ts';
export { reactions, type Reaction } from './reactions.ts';
