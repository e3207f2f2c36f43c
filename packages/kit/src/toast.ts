import { createStore, type ReadableStore } from './store.ts';

/** One short message at the bottom of the page, one at a time. Any module may show one; {@link ToastHost} draws it. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly durationMs: number;
}

/** The specification's default. */
const defaultDurationMs = 2000;

let count = 0;
const shown = createStore<Toast | null>(null);

/** Shows `message` in place of any earlier one. */
export function toast(message: string, options: { readonly durationMs?: number } = {}): void {
  count += 1;
  const next: Toast = { id: count, message, durationMs: options.durationMs ?? defaultDurationMs };
  shown.set(next);
  setTimeout(() => {
    if (shown.get() === next) shown.set(null);
  }, next.durationMs);
}

export const toastStore: ReadableStore<Toast | null> = shown;
