import { useEffect } from 'react';
import { navigate } from './location.ts';

/** Replaces the current location by another; going back skips it. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
