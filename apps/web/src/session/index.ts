export { session, startSession, useSession, type Session } from './session.ts';
export { loginPath, returnPath } from './return-path.ts';
export { useUser } from './user.ts';
