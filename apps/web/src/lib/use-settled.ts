import { useEffect, useState } from 'react';

/** A pause in typing. */
const settledMs = 300;

/** A value once it has stayed the same for a moment. */
export function useSettled<T extends string>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
