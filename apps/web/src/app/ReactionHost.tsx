import { useEffect, useSyncExternalStore } from 'react';
import { reactions } from '../api/index.ts';
import { latePart } from '../ui/lazy/index.ts';
import { navigate, usePlace } from '../lib/routing/index.ts';
import { loginPath } from '../features/session/index.ts';

const Modals = latePart(() => import('./ReactionModals.tsx').then((m) => m.ReactionModals), {
  isOpen: () => true,
  close: reactions.done,
});

/** Does what answers ask of the whole app: the way to the log-in page, and the specification's modals, loaded when first needed. */
export function ReactionHost() {
  const reaction = useSyncExternalStore(reactions.onChange, reactions.current);
  const location = usePlace();

  useEffect(() => {
    if (reaction !== 'sessionInvalid') return;
    reactions.done();
    if (!location.pathname.startsWith('/pages/login/')) {
      navigate(loginPath(location.pathname + location.search), { replace: true });
    }
  }, [reaction, location]);

  if (reaction === null || reaction === 'sessionInvalid') return null;
  return <Modals reaction={reaction} />;
}
