import type { ReactNode } from 'react';
import { Redirect, useLocation } from '../../lib/routing/index.ts';
import { loginPath } from './return-path.ts';
import { useSession } from '../../api/session/session.ts';

/** A page that needs a session. Guests log in first and then return to it. */
export function LoggedIn({ children }: { readonly children: ReactNode }) {
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  return isLoggedIn ? children : <Redirect to={loginPath(pathname + search)} />;
}
