import { useEffect, useRef } from 'react';

/** Whether what calls it still stands: for answers that come when one may have gone on. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
