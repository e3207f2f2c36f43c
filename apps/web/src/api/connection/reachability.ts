/** Whether the API answered last time, and how fast. Every call reports here. */
export interface Reachability {
  readonly reachable: boolean;
  readonly latencyMs: number | null;
}

let last: Reachability | null = null;
const listeners = new Set<() => void>();

export const reachability = {
  last: (): Reachability | null => last,
  report(next: Reachability): void {
    last = next;
    for (const listener of listeners) listener();
  },
  onReport(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
