import { useEffect } from 'react';
import { navigate } from './location.ts';

/** Replaces the current location by another; back doesn't lead here. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
