import { useEffect, useState } from 'react';
import { useConnection } from './connection.ts';

/** Seconds until a time that the server told, by the server's clock; 0 when it is past. */
export function useSecondsUntil(timeMs: number): number {
  const offsetMs = useConnection().clockOffsetMs ?? 0;
  const left = (): number => Math.max(0, Math.ceil((timeMs - Date.now() - offsetMs) / 1000));
  const [, tick] = useState(0);
  const over = left() === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return left();
}
