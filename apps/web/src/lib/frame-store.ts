import { createStore, type Store } from '@fft/kit';

const hiddenDelayMs = 250;
/** Live data takes at most one part in this many of a slow device's time; the rest serves the customer's input. */
const partsOfTime = 3;

/** What a frame may take for stores that change all the time, ms; the others of them have the next frames. */
const frameBudgetMs = 1;
/** A store that is due for this long doesn't wait for another frame. */
const maxLateMs = 250;

/** Publishes in a frame, at least so many milliseconds after the last time. */
type FrameSchedule = (publish: () => void, everyMs?: number) => void;

/**
 * One clock for all frame stores. What hasn't changed for a while is shown in the next frame; what changes all the time as often as its store says, since
 * no one can follow more. Stores that are due together share the frames: in one they would make it late. A hidden page has no frames and uses a timer.
 */
export function createFrameSchedule(): FrameSchedule {
  /** When each store that waits is due. */
  const waiting = new Map<() => void, number>();
  const publishedAt = new WeakMap<() => void, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  /** True from the request of a frame until it is drawn. */
  let isBusy = false;

  const wait = (): void => {
    if (isBusy || waiting.size === 0) return;
    const now = performance.now();
    const at = Math.max(notBefore, Math.min(...waiting.values()));
    clearTimeout(timer);
    if (at > now) timer = setTimeout(wake, at - now);
    else wake();
  };

  const wake = (): void => {
    isBusy = true;
    if (typeof document === 'undefined' || document.hidden) setTimeout(run, hiddenDelayMs);
    else requestAnimationFrame(run);
  };

  const run = (): void => {
    const begun = performance.now();
    /** Publishes the store that is due for the longest once those before it are rendered, which React does in a microtask, if there is time left. */
    const publishNext = (): void => {
      const [next] = [...waiting].toSorted(([, one], [, other]) => one - other);
      if (next === undefined) return;
      const [publish, due] = next;
      const late = begun - due;
      if (late < 0 || (late < maxLateMs && performance.now() - begun >= frameBudgetMs)) return;
      waiting.delete(publish);
      publishedAt.set(publish, begun);
      publish();
      queueMicrotask(publishNext);
    };
    // Runs once the frame is drawn, and so measures what it cost.
    setTimeout(() => {
      isBusy = false;
      notBefore = begun + (performance.now() - begun) * partsOfTime;
      wait();
    });
    publishNext();
  };

  return (publish, everyMs = 1) => {
    waiting.set(publish, (publishedAt.get(publish) ?? -Infinity) + everyMs);
    wait();
  };
}

const frames = createFrameSchedule();

export interface FrameStoreOptions {
  /** The time between two publications, ms; without it each frame may have one. */
  readonly everyMs?: number;
  /** Runs while the store has listeners. */
  readonly start?: () => () => void;
}

/** A store that publishes in a frame, however often it is set. */
export function createFrameStore<Value>(initial: Value, { everyMs, start }: FrameStoreOptions = {}): Store<Value> {
  return createStore(initial, { schedule: (publish) => frames(publish, everyMs), start });
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
