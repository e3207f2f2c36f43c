import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '../kit/ErrorState.tsx';
import { fetchCode } from './fetch-code.ts';

/** Loads a part of a page when it is first shown, with a placeholder until then. If loading fails, the page stays and the customer can try again. */
export function lazyContent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType,
): (props: Props) => ReactNode {
  let arrived: ComponentType<Props> | null = null;
  return function LazyContent(props: Props) {
    const [Content, setContent] = useState(() => arrived);
    const [tries, setTries] = useState(1);
    const [failed, setFailed] = useState(false);
    const isLoaded = Content !== null;
    useEffect(() => {
      if (isLoaded) return undefined;
      let left = false;
      fetchCode(load).then(
        (content) => {
          arrived = content;
          if (!left) setContent(() => content);
        },
        () => !left && setFailed(true),
      );
      return () => {
        left = true;
      };
    }, [isLoaded, tries]);

    function tryAgain(): void {
      setFailed(false);
      setTries(tries + 1);
    }

    if (Content) return <Content {...props} />;
    return failed ? <ErrorState onRetry={tryAgain} /> : <Meanwhile />;
  };
}
