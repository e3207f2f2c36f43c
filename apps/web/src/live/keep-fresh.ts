import { appStream, firstDrawing } from '../connection/index.ts';

/** Between two questions while the stream is gone. */
const pollMs = 2500;

export interface Freshness {
  /** Asks at once. */
  readonly again: () => void;
  readonly end: () => void;
}

/**
 * Loads at once, again whenever the stream is back (what it said meanwhile is lost), and every few seconds while it is gone.
 * Where something is known already, the first page is drawn with that first. A page that nobody sees doesn't ask. `load` takes in its own failures.
 */
export function keepFresh(load: (signal: AbortSignal) => Promise<void>, isKnown = false): Freshness {
  const ended = new AbortController();
  const stream = appStream();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let due = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      due = true;
      return;
    }
    running = true;
    if (!document.hidden) await load(ended.signal);
    running = false;
    if (ended.signal.aborted) return;
    if (due) {
      due = false;
      void run();
    } else if (stream.state !== 'live') {
      timer = setTimeout(() => void run(), pollMs);
    }
  }

  const again = (): void => void run();
  const onVisible = (): void => {
    if (!document.hidden) again();
  };
  const afterDrawing = (): void => void firstDrawing.then(() => ended.signal.aborted || again());
  const leaveState = stream.onState(afterDrawing);
  document.addEventListener('visibilitychange', onVisible);
  if (isKnown) afterDrawing();
  else again();
  return {
    again,
    end() {
      ended.abort();
      clearTimeout(timer);
      leaveState();
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
