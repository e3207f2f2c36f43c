/** How many calls with a loading indicator are under way. It is hidden after every response, good or bad. */
let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}

export const loading = {
  isShown: (): boolean => count > 0,
  begin: (): void => change(1),
  end: (): void => change(-1),
  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
