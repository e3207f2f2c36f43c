import { useEffect, useState } from 'react';

/** Cycles through `count` places until the customer takes over. Doesn't start if the customer prefers reduced motion. */
export function useTurns(count: number, everyMs: number): readonly [number, (place: number) => void, () => void] {
  const [place, setPlace] = useState(0);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setPlace((now) => (now + 1) % count);
    }, everyMs);
    return () => clearInterval(timer);
  }, [held, count, everyMs]);
  return [place % Math.max(count, 1), setPlace, () => setHeld(true)];
}
