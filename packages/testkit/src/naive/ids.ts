import type { PlaceOrder, Rejection } from '@fft/engine';
import { isStop, isWellFormed, withoutBlanks } from './forms.ts';
import type { NaiveMemory, World } from './world.ts';

/** What a known request means for a command with its id. */
export function meaningOf(
  world: World,
  known: NaiveMemory | undefined,
  command: NaiveMemory['command'],
): 'free' | 'duplicate' | 'conflict' {
  if (known === undefined) return 'free';
  const isSame = isSameBody(known.command, command);
  if (!isWellFormed(command) || !mayReuse(command)) return isSame ? 'duplicate' : 'conflict';
  if (known.orderId === 0) return 'free';
  if (isSame && world.time - known.time < (command.repeatMs ?? 0)) return 'duplicate';
  return world.isOpen(known.orderId) ? 'conflict' : 'free';
}

export function mayReuse(command: NaiveMemory['command']): command is PlaceOrder {
  return command.type === 'place' && command.repeatMs !== undefined;
}

export function endsUnfilled(command: NaiveMemory['command'], rejection: Rejection | null): boolean {
  const isWanted = command.type === 'place' && command.endsUnfilled === true && !isStop(command);
  return isWanted && (rejection === 'fillOrKillUnfillable' || rejection === 'noLiquidity');
}

const besideBody = ['time', 'repeatMs', 'endsUnfilled'];

/** True if two requests are equal in every field but the time and what isn't of an order's body. */
export function isSameBody(first: NaiveMemory['command'], second: NaiveMemory['command']): boolean {
  if (!isWellFormed(second)) return false;
  const [one, other] = [first, second].map((command) => {
    return new Map<string, unknown>(Object.entries(command.type === 'place' ? withoutBlanks(command) : command));
  });
  const names = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...names].every((name) => besideBody.includes(name) || one?.get(name) === other?.get(name));
}
