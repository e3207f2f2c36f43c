import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchCode, isGone } from './fetch-code.ts';
import { MissingPart } from './MissingPart.tsx';

interface Way<Props> {
  readonly isOpen: (props: Props) => boolean;
  /** What the part would do when it is closed without a choice. */
  readonly close: (props: Props) => void;
}

/**
 * Something that opens over a page, and whose code is loaded when it is first opened. Where that can't be had, the page stays, and the
 * customer is told and can try again; so he can by opening it again.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOpen, close }: Way<Props>,
): (props: Props) => ReactNode {
  let arrived: ComponentType<Props> | null = null;
  async function arrive(): Promise<ComponentType<Props>> {
    arrived = await fetchCode(load);
    return arrived;
  }
  return function LatePart(props: Props) {
    const [Part, setPart] = useState(() => arrived);
    if (Part) return <Part {...props} />;
    return isOpen(props) ? (
      <Coming load={arrive} onHere={(part) => setPart(() => part)} onClose={() => close(props)} />
    ) : null;
  };
}

interface Opened {
  /** Without it the sheet is open for as long as it stands. */
  readonly open?: boolean;
  readonly onClose: () => void;
}

/** The same for what is closed by `onClose`. */
export const lateSheet = <Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) =>
  latePart<Props>(load, { isOpen: ({ open = true }) => open, close: ({ onClose }) => onClose() });

interface ComingProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly onHere: (part: ComponentType<Props>) => void;
  readonly onClose: () => void;
}

type State = 'asked' | 'missing' | 'gone';

/** Stands while the code is on its way, with nothing to see; then says that it can't be had. */
function Coming<Props>({ load, onHere, onClose }: ComingProps<Props>) {
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<State>('asked');
  useEffect(() => {
    let left = false;
    load().then(
      (part) => !left && onHere(part),
      async () => {
        const gone = await isGone();
        if (!left) setState(gone ? 'gone' : 'missing');
      },
    );
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it is asked for once per try, whatever the page draws meanwhile
  }, [tries]);

  if (tries === 1 && state === 'asked') return null;
  return (
    <MissingPart
      gone={state === 'gone'}
      busy={state === 'asked'}
      onClose={onClose}
      onRetry={() => {
        setState('asked');
        setTries(tries + 1);
      }}
    />
  );
}
