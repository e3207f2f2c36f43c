export { LoggedIn } from './LoggedIn.tsx';
export { session, startSession, useSession } from './session.ts';
export { loginPath, returnPath } from './return-path.ts';
export { refreshUser, useUser } from './user.ts';
