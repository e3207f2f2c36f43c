import { useEffect, useEffectEvent } from 'react';
import { isGone } from './fetch-code.ts';

/** Interval of checks if the server answers again. */
const checkMs = 3000;

/** While it waits, calls `onAnswer` when the server answers again. The device's own notice makes it look at once. */
export function useAnswering(isWaiting: boolean, onAnswer: () => void): void {
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let left = false;
    const look = (): void =>
      void isGone().then((answers) => {
        if (answers && !left) answered();
      });
    const timer = setInterval(look, checkMs);
    window.addEventListener('online', look);
    return () => {
      left = true;
      clearInterval(timer);
      window.removeEventListener('online', look);
    };
  }, [isWaiting]);
}
