import { type ReactNode, useEffect, useState } from 'react';

/** Shows its children only after a while, so that what is quick doesn't flash. */
export function Delayed({ delayMs = 200, children }: { readonly delayMs?: number; readonly children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return shown ? children : null;
}
