export { ignoreOtherSession, inOneSession, OtherSessionError } from '../../api/session/in-one-session.ts';
export { clearTabStorage, tabStorage, startTabStorage, type Kept } from '../../api/session/tab-storage.ts';
export { LoggedIn } from './LoggedIn.tsx';
export { session, startSession, useOwner, useSession } from '../../api/session/session.ts';
export { loginPath, returnPath } from './return-path.ts';
export { usePersistedState } from './use-persisted-state.ts';
export { refreshUser, useUser } from './user.ts';
