import { createStore, type Schedule, type Store } from '@fft/kit';

const hiddenDelayMs = 250;
/** Live data takes at most one part in this many of a slow device's time; the rest serves the customer's input. */
const partsOfTime = 3;

/** What a frame may take for stores that change all the time, ms; the others of them have the next frames. */
const frameBudgetMs = 1;
/** A store that hasn't published for this long doesn't wait for another frame. */
const maxWaitMs = 250;

/**
 * All frame stores share one frame, so that a burst over many of them is one rendering. Stores that change all the time (the book, orders and balances of
 * someone who trades much) share the frames: together they would make each of them late. A hidden page has no frames and uses a timer.
 */
export function createFrameSchedule(): Schedule {
  let waiting: (() => void)[] = [];
  let notBefore = 0;
  let isDrawing = false;
  const publishedAt = new WeakMap<() => void, number>();

  const requestFrame = (): void => {
    const pauseMs = notBefore - performance.now();
    if (typeof document === 'undefined' || document.hidden) setTimeout(run, hiddenDelayMs);
    else if (pauseMs > 0) setTimeout(() => requestAnimationFrame(run), pauseMs);
    else requestAnimationFrame(run);
  };

  const run = (): void => {
    isDrawing = true;
    const begun = performance.now();
    const mayWait = (callback: () => void): boolean => begun - (publishedAt.get(callback) ?? -Infinity) < maxWaitMs;
    const [due, rest] = [waiting.filter((each) => !mayWait(each)), waiting.filter(mayWait)];
    waiting = [];
    const publish = (callback: () => void): void => {
      publishedAt.set(callback, begun);
      callback();
    };
    /** Publishes one more store when those before it are rendered, which React does in a microtask, if there is time left. */
    const publishNext = (): void => {
      const next = performance.now() - begun < frameBudgetMs ? rest.shift() : undefined;
      if (next === undefined) {
        waiting.unshift(...rest);
        return;
      }
      publish(next);
      queueMicrotask(publishNext);
    };
    // Runs once the frame is drawn, and so measures what it cost.
    setTimeout(() => {
      isDrawing = false;
      notBefore = begun + (performance.now() - begun) * partsOfTime;
      if (waiting.length > 0) requestFrame();
    });
    for (const callback of due) publish(callback);
    if (due.length === 0) publishNext();
    else queueMicrotask(publishNext);
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
