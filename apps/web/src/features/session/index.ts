export { inOneSession, OtherSessionError } from '../../api/session/in-one-session.ts';
export { forgetKept, keptHere, startKept, type Kept } from './kept.ts';
export { LoggedIn } from './LoggedIn.tsx';
export { session, startSession, useOwner, useSession } from '../../api/session/session.ts';
export { loginPath, returnPath } from './return-path.ts';
export { useKept } from './use-kept.ts';
export { refreshUser, useUser } from './user.ts';
