import { useEffect } from 'react';
import { navigate } from './location.ts';

/** Stands where another page should; the way back doesn't lead here. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
