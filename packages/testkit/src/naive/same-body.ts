import type { PlaceOrder } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import type { NaiveMemory } from './world.ts';

const optional = new Set([
  'expiresAt',
  'stopTicks',
  'visibleLots',
  'trailTicks',
  'trailBps',
  'activationTicks',
  'takeProfitTicks',
  'stopLossTicks',
  'stopLossLimitTicks',
]);

/** Drops unset optional fields. */
export function withoutBlanks(command: PlaceOrder): PlaceOrder {
  const set = Object.entries(command).filter(([name, value]) => !optional.has(name) || (value ?? 0) !== 0);
  return Object.fromEntries(set) as unknown as PlaceOrder;
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
