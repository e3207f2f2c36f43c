import { useEffect, useState } from 'react';

/** Cycles through `count` positions until the customer takes over. Doesn't start if the customer prefers reduced motion. */
export function useRotation(count: number, everyMs: number): readonly [number, (position: number) => void, () => void] {
  const [position, setPosition] = useState(0);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setPosition((now) => (now + 1) % count);
    }, everyMs);
    return () => clearInterval(timer);
  }, [held, count, everyMs]);
  return [position % Math.max(count, 1), setPosition, () => setHeld(true)];
}
