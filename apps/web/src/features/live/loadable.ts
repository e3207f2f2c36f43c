/** Data that is loaded and then kept fresh. A failure keeps the value and its time. */
export interface Loadable<T> {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly value: T | null;
  /** The device's time when the value was last known to be current, ms. */
  readonly at: number | null;
  /** The reason, if the last read failed. */
  readonly error?: unknown;
}

export const loading: Loadable<never> = { status: 'loading', value: null, at: null };

export const ready = <T>(value: T, at: number): Loadable<T> => ({ status: 'ready', value, at });

export const failed = <T>(before: Loadable<T>, error: unknown): Loadable<T> => ({ ...before, status: 'failed', error });
