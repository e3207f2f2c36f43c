import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchCode, isGone } from './fetch-code.ts';
import { retryUntilLoaded } from './retry-until-loaded.ts';
import { useAnswering } from './use-answering.ts';
import { PartDialog } from './PartDialog.tsx';

interface Way<Props> {
  readonly isOpen: (props: Props) => boolean;
  /** Called when the loading part is closed. */
  readonly close: (props: Props) => void;
  readonly isSheet?: boolean;
}

/** The code of dialogs that pages of this visit may open, and hasn't been requested yet. */
const unloaded = new Set<() => Promise<unknown>>();

/** Delay after which code that was loaded with a later page has its dialogs loaded. */
const preloadAfterMs = 1000;
let isUsed = false;

function preloadSoon(): void {
  isUsed = true;
  setTimeout(preloadDialogs, preloadAfterMs);
}

/** From the customer's first touch or key on, loads the dialogs of each page that they open. Call once at start. */
export function startPreloading(): void {
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, preloadSoon, { once: true });
}

/** Loads the code of all dialogs that the loaded pages may open, before they are opened: by then the server may be out of reach. */
export function preloadDialogs(): void {
  for (const load of unloaded) {
    unloaded.delete(load);
    // After a deployment the old code is gone for good.
    void retryUntilLoaded(() =>
      load().catch(async (error: unknown) => {
        if (!(await isGone())) throw error;
      }),
    );
  }
}

/**
 * Loads a part that opens over a page when it is first opened. If loading fails, the page stays, and the customer is
 * notified and can retry, also by opening it again.
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
  unloaded.add(arrive);
  if (isUsed) preloadSoon();
  return function LazyDialog(props: Props) {
    const [Part, setPart] = useState(() => arrived);
    if (Part) return <Part {...props} />;
    return isOpen(props) ? (
      <Coming load={arrive} isSheet={isSheet} onHere={(part) => setPart(() => part)} onClose={() => close(props)} />
    ) : null;
  };
}

interface Opened {
  /** Without it the sheet is open while mounted. */
  readonly open?: boolean;
  readonly onClose: () => void;
}

/** The same for sheets that `onClose` closes. */
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

/** Delay before the placeholder shows. */
const delayMs = 200;
/** Number of placeholders shown: a part that loads another one continues with the placeholder. */
let shapes = 0;

/** Shows a placeholder after a delay while the code loads, and an error if loading fails. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- loads once per try, whatever the page renders in between
  }, [tries]);

  useAnswering(state === 'missing', retry);

  function retry(): void {
    setState('asked');
    setTries((count) => count + 1);
  }

  const isFirst = tries === 1 && state === 'asked';
  if (isFirst && !shown) return null;
  return (
    <PartDialog
      state={isFirst ? 'coming' : state === 'gone' ? 'gone' : 'missing'}
      isSheet={isSheet}
      busy={state === 'asked'}
      onClose={onClose}
      onRetry={retry}
    />
  );
}
