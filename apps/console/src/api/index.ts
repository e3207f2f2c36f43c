export { callApi, type CallError } from './call.ts';
export { listFromQuery, completeList } from './list-state.ts';
export { useConnection } from './connection.ts';
export { useAct } from './use-act.ts';
export { useCall } from './use-call.ts';
export { type ListState, usePages } from './use-pages.ts';
export { useMay, useMe } from './rights.ts';
export { session, useSession } from './session.ts';
export { useRequestId } from './use-request-id.ts';
