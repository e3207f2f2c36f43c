import { type ReactNode, useEffect, useState } from 'react';

/** Shows its children after a delay, so that fast work causes no flash. */
export function Delayed({ delayMs = 200, children }: { readonly delayMs?: number; readonly children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return shown ? children : null;
}
