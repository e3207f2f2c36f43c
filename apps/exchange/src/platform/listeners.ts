/** Functions called with every event of one kind, in the order in which they were added. */
export interface Listeners<Event> {
  /** Calls `listener` with every event from now on. Returns a function that removes it. */
  add(listener: (event: Event) => void): () => void;
  emit(event: Event): void;
  readonly count: number;
}

/** @param onError receives what a listener throws, and the other listeners still get the event. Without it `emit` throws. */
export function createListeners<Event>(onError?: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<{ readonly call: (event: Event) => void }>();
  return {
    add: (call) => {
      const listener = { call };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event) => {
      for (const { call } of listeners) {
        try {
          call(event);
        } catch (error) {
          if (onError === undefined) throw error;
          onError(error);
        }
      }
    },
    get count() {
      return listeners.size;
    },
  };
}
