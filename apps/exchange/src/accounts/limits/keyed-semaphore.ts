import { busyRefusal } from '../../refusals/refusal.ts';
import type { SemaphoreLimits } from '../../platform/semaphore.ts';

/** A semaphore for each key. */
export interface KeyedSemaphore {
  /** Waits for a slot and returns its release. @throws Refusal 503 if too many wait for the key */
  enter(key: string): Promise<() => void>;
}

interface Room {
  inside: number;
  readonly waiting: (() => void)[];
}

export function createKeyedSemaphore({ maxRunning, maxWaiting }: SemaphoreLimits): KeyedSemaphore {
  const rooms = new Map<string, Room>();

  function leave(key: string, room: Room): void {
    const next = room.waiting.shift();
    if (next) return next();
    room.inside -= 1;
    if (room.inside === 0) rooms.delete(key);
  }

  return {
    enter: async (key) => {
      const room = rooms.get(key) ?? { inside: 0, waiting: [] };
      rooms.set(key, room);
      if (room.inside < maxRunning) {
        room.inside += 1;
      } else {
        if (room.waiting.length >= maxWaiting) throw busyRefusal();
        await new Promise<void>((resolve) => room.waiting.push(resolve));
      }
      return () => leave(key, room);
    },
  };
}
