export { session, startSession, useSession } from './session.ts';
export { loginPath, returnPath } from './return-path.ts';
export { useUser } from './user.ts';
