import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { firstPaint } from '../../lib/first-paint.ts';
import { retryUntilLoaded } from './retry-until-loaded.ts';

/** Loads a part that a page can do without, after the first paint: it appears once it is loaded, which is retried until it succeeds. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let arrived: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => arrived);
    const isLoaded = Part !== null;
    useEffect(() => {
      if (isLoaded) return undefined;
      let left = false;
      void firstPaint
        .then(() => retryUntilLoaded(load))
        .then((part) => {
          arrived = part;
          if (!left) setPart(() => part);
        });
      return () => {
        left = true;
      };
    }, [isLoaded]);
    return Part && <Part {...props} />;
  };
}
