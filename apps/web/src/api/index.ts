export { callApi } from './call.ts';
export { queryClient, useCall } from './use-call.ts';
export { loading } from './loading.ts';
export { reactions, type Reaction } from './reactions.ts';
