export { callApi, type CallRules } from './call.ts';
export { callKey, queryClient, useCall, type CallError, type UseCallOptions } from './use-call.ts';
export { loading } from './loading.ts';
export { reactions, type Reaction } from './reactions.ts';
