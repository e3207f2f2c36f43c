export { callApi, type CallError } from './call.ts';
export { listedOf, whole } from './listed.ts';
export { useReach } from './reach.ts';
export { useAct } from './use-act.ts';
export { useCall } from './use-call.ts';
export { type Listed, usePages } from './use-pages.ts';
export { useRequestId } from './use-request-id.ts';
