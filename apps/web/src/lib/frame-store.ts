import { createStore, type Schedule, type Store } from '@fft/kit';

const hiddenDelayMs = 250;
/** Live data takes at most one part in this many of a slow device's time; the rest serves the customer's input. */
const partsOfTime = 3;

/** All frame stores share one frame, so that a burst over many of them is one rendering. A hidden page has no frames and uses a timer. */
export function createFrameSchedule(): Schedule {
  let waiting: (() => void)[] = [];
  let notBefore = 0;
  let isDrawing = false;

  const requestFrame = (): void => {
    const pauseMs = notBefore - performance.now();
    if (typeof document === 'undefined' || document.hidden) setTimeout(run, hiddenDelayMs);
    else if (pauseMs > 0) setTimeout(() => requestAnimationFrame(run), pauseMs);
    else requestAnimationFrame(run);
  };

  const run = (): void => {
    const due = waiting;
    waiting = [];
    isDrawing = true;
    const begun = performance.now();
    // Runs once the frame is drawn, and so measures what it cost.
    setTimeout(() => {
      isDrawing = false;
      notBefore = begun + (performance.now() - begun) * partsOfTime;
      if (waiting.length > 0) requestFrame();
    });
    for (const callback of due) callback();
  };

  return (callback) => {
    waiting.push(callback);
    if (waiting.length === 1 && !isDrawing) requestFrame();
  };
}

const frames = createFrameSchedule();

/** A store that publishes at most once a frame, however often it is set. `start` runs while it has listeners. */
export function createFrameStore<Value>(initial: Value, start?: () => () => void): Store<Value> {
  return createStore(initial, { schedule: frames, ...(start && { start }) });
}

/** Creates one value per key on first use and keeps it, so that returning to a market immediately shows what was known. */
export function createKeyed<Value>(create: (key: string) => Value): (key: string) => Value {
  const created = new Map<string, Value>();
  return (key) => {
    let value = created.get(key);
    if (value === undefined) created.set(key, (value = create(key)));
    return value;
  };
}
