import { isWellFormed, withoutBlanks } from './forms.ts';
import type { NaiveMemory } from './world.ts';

/** True if two requests are equal in every field but the time. */
export function isSameBody(first: NaiveMemory['command'], second: NaiveMemory['command']): boolean {
  if (!isWellFormed(second)) return false;
  const [one, other] = [first, second].map((command) => {
    return new Map<string, unknown>(Object.entries(command.type === 'place' ? withoutBlanks(command) : command));
  });
  const names = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...names].every((name) => name === 'time' || one?.get(name) === other?.get(name));
}
