import { useEffect, useRef } from 'react';

/** Returns a function that is true while the component is mounted, for answers that arrive late. */
export function useIsMounted(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
