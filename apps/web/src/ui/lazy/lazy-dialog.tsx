import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchCode, isGone } from './fetch-code.ts';
import { PartDialog } from './PartDialog.tsx';

interface Way<Props> {
  readonly isOpen: (props: Props) => boolean;
  /** What the part would do when it is closed without a choice. */
  readonly close: (props: Props) => void;
  readonly isSheet?: boolean;
}

/**
 * Something that opens over a page, and whose code is loaded when it is first opened. Where that can't be had, the page stays, and the
 * customer is told and can try again; so he can by opening it again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isOpen, close, isSheet = false }: Way<Props>,
): (props: Props) => ReactNode {
  let arrived: ComponentType<Props> | null = null;
  async function arrive(): Promise<ComponentType<Props>> {
    arrived = await fetchCode(load);
    return arrived;
  }
  return function LazyDialog(props: Props) {
    const [Part, setPart] = useState(() => arrived);
    if (Part) return <Part {...props} />;
    return isOpen(props) ? (
      <Coming load={arrive} isSheet={isSheet} onHere={(part) => setPart(() => part)} onClose={() => close(props)} />
    ) : null;
  };
}

interface Opened {
  /** Without it the sheet is open for as long as it stands. */
  readonly open?: boolean;
  readonly onClose: () => void;
}

/** The same for what is closed by `onClose`. */
export const lazySheet = <Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) =>
  lazyDialog<Props>(load, { isOpen: ({ open = true }) => open, close: ({ onClose }) => onClose(), isSheet: true });

interface ComingProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly isSheet: boolean;
  readonly onHere: (part: ComponentType<Props>) => void;
  readonly onClose: () => void;
}

type State = 'asked' | 'missing' | 'gone';

/** Nothing is shown before this, then a shape. */
const delayMs = 200;
/** How many shapes stand: what a part brings along may be on its way next, and goes on with its shape. */
let shapes = 0;

/** Stands while the code is on its way, with its shape to see once that takes a while; then says that it can't be had. */
function Coming<Props>({ load, isSheet, onHere, onClose }: ComingProps<Props>) {
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<State>('asked');
  const [shown, setShown] = useState(() => shapes > 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!shown) return undefined;
    shapes += 1;
    return () => {
      shapes -= 1;
    };
  }, [shown]);
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

  const isFirst = tries === 1 && state === 'asked';
  if (isFirst && !shown) return null;
  return (
    <PartDialog
      state={isFirst ? 'coming' : state === 'gone' ? 'gone' : 'missing'}
      isSheet={isSheet}
      busy={state === 'asked'}
      onClose={onClose}
      onRetry={() => {
        setState('asked');
        setTries(tries + 1);
      }}
    />
  );
}
