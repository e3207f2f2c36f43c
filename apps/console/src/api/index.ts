export { callApi } from './call.ts';
export { listFromQuery, completeList } from './listed.ts';
export { useConnection } from './connection.ts';
export { useAct } from './use-act.ts';
export { useCall, usePages } from './use-call.ts';
export { useMay, useMe } from './rights.ts';
export { session, useSession } from './session.ts';
export { useRequestId } from './use-request-id.ts';
