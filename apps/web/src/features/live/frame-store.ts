/** A value outside React that many components read: told to them at most once a frame, however often it changes. */
export interface Store<T> {
  /** What was published last; the same object until the next publication. */
  get(): T;
  /** The newest value, also before it is published. */
  newest(): T;
  set(next: T): void;
  /** Publishes at once: for what is known before anything is drawn. */
  begin(first: T): void;
  subscribe(listener: () => void): () => void;
}

/** Runs a callback before the next picture is drawn. */
export type Schedule = (callback: () => void) => void;

const hiddenDelayMs = 250;
/** Of a slow device's time, drawing live data takes at most one part in so many: the rest is for who uses it. */
const partsOfTime = 3;

/** All stores share one frame, so that a burst over many of them is one rendering. A hidden page has no frames: a timer stands in. */
export function createFrames(): Schedule {
  let waiting: (() => void)[] = [];
  let notBefore = 0;
  let isDrawing = false;

  const ask = (): void => {
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
    // This comes when the frame is drawn, and so knows what it cost.
    setTimeout(() => {
      isDrawing = false;
      notBefore = begun + (performance.now() - begun) * partsOfTime;
      if (waiting.length > 0) ask();
    });
    for (const callback of due) callback();
  };

  return (callback) => {
    waiting.push(callback);
    if (waiting.length === 1 && !isDrawing) ask();
  };
}

const frames = createFrames();

interface StoreOptions {
  readonly schedule?: Schedule;
  /** Runs when the first listener comes; what it returns runs when the last one has left. */
  readonly start?: () => () => void;
}

export function createStore<T>(initial: T, { schedule = frames, start }: StoreOptions = {}): Store<T> {
  let published = initial;
  let newest = initial;
  let scheduled = false;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const publish = (): void => {
    scheduled = false;
    if (Object.is(published, newest)) return;
    published = newest;
    for (const listener of listeners) listener();
  };

  return {
    get: () => published,
    newest: () => newest,
    set(next) {
      newest = next;
      if (scheduled || Object.is(published, newest)) return;
      scheduled = true;
      schedule(publish);
    },
    begin(first) {
      newest = first;
      publish();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** One thing per key, made when first asked for and kept, so that going back to a market shows at once what was known of it. */
export function createKeyed<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    let one = made.get(key);
    if (one === undefined) made.set(key, (one = make(key)));
    return one;
  };
}
