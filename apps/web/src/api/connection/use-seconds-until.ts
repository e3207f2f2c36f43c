import { useEffect, useState } from 'react';
import { useConnection } from './connection.ts';

/** Seconds until a server time, by the server's clock; 0 once it has passed. */
export function useSecondsUntil(timeMs: number): number {
  const offsetMs = useConnection().clockOffsetMs ?? 0;
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((timeMs - nowMs - offsetMs) / 1000));
  const over = left === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return left;
}
