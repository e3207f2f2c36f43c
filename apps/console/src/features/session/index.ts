export { useMay, useMe } from './rights.ts';
export { session, useSession } from './session.ts';
