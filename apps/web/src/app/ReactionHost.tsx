import { useStore } from '@fft/kit';
import { useEffect } from 'react';
import { dismissReaction, pendingReaction } from '../api/index.ts';
import { lazyDialog } from '../ui/lazy/index.ts';
import { navigate, useLocation } from '../lib/routing/index.ts';
import { loginPath } from '../features/session/index.ts';

const Modals = lazyDialog(() => import('./ReactionModals.tsx').then((m) => m.ReactionModals), {
  isOpen: () => true,
  close: dismissReaction,
});

/** Handles reactions of the whole app: redirects to the log-in page, and the specification's modals, loaded when first needed. */
export function ReactionHost() {
  const reaction = useStore(pendingReaction);
  const location = useLocation();

  useEffect(() => {
    if (reaction !== 'sessionInvalid') return;
    dismissReaction();
    if (!location.pathname.startsWith('/pages/login/')) {
      navigate(loginPath(location.pathname + location.search), { replace: true });
    }
  }, [reaction, location]);

  if (reaction === null || reaction === 'sessionInvalid') return null;
  return <Modals reaction={reaction} />;
}
