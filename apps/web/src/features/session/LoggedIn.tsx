import type { ReactNode } from 'react';
import { Redirect, usePlace } from '../../lib/routing/index.ts';
import { loginPath } from './return-path.ts';
import { useSession } from '../../api/session/session.ts';

/** A page for who is logged in. Who isn't goes to log in first, and comes back. */
export function LoggedIn({ children }: { readonly children: ReactNode }) {
  const { isLoggedIn } = useSession();
  const { pathname, search } = usePlace();
  return isLoggedIn ? children : <Redirect to={loginPath(pathname + search)} />;
}
