/** One short message in the middle of the page, one at a time. Callable from anywhere; {@link ToastHost} draws it. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly durationMs: number;
}

/** The specification's default. */
const toastDurationMs = 2000;

let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function publish(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows `message`, in place of any earlier one. */
export function toast(message: string, options: { readonly durationMs?: number } = {}): void {
  count += 1;
  const shown: Toast = { id: count, message, durationMs: options.durationMs ?? toastDurationMs };
  publish(shown);
  setTimeout(() => {
    if (current === shown) publish(null);
  }, shown.durationMs);
}

export const toastStore = {
  current: (): Toast | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
