import type { PlaceOrder } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import type { NaiveMemory } from './world.ts';

/** Drops unset optional fields. */
export function withoutBlanks(command: PlaceOrder): PlaceOrder {
  const { expiresAt, stopTicks, visibleLots, trailTicks, trailBps, activationTicks, ...rest } = command;
  return {
    ...rest,
    ...((trailTicks ?? 0) > 0 && { trailTicks }),
    ...((trailBps ?? 0) > 0 && { trailBps }),
    ...((activationTicks ?? 0) > 0 && { activationTicks }),
    ...((expiresAt ?? 0) > 0 && { expiresAt }),
    ...((stopTicks ?? 0) > 0 && { stopTicks }),
    ...((visibleLots ?? 0) > 0 && { visibleLots }),
  };
}

/** True if two requests are equal in every field but the time. */
export function isSameBody(first: NaiveMemory['command'], second: NaiveMemory['command']): boolean {
  if (!isWellFormed(second)) return false;
  const [one, other] = [first, second].map((command) => {
    return new Map<string, unknown>(Object.entries(command.type === 'place' ? withoutBlanks(command) : command));
  });
  const names = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...names].every((name) => name === 'time' || one?.get(name) === other?.get(name));
}
