import type { ArmDeadMan } from '../command.ts';
import { isCount, isCustomer } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { TimerKind } from '../time/timers.ts';

/** Stands for all markets in a dead-man timer. */
export const allMarkets = -1;

/** Sets, or sets anew, or switches off, an owner's timer. */
export function armDeadMan(state: State, command: ArmDeadMan): void {
  const { owner, timeoutMs } = command;
  const market = command.market === 'all' ? null : state.market(command.market);
  if (command.market !== 'all' && market === null) return state.listener.rejected(command, 'unknownMarket');
  const isFormed = isCount(command.time) && isCustomer(owner) && isCount(timeoutMs);
  if (!isFormed || !Number.isSafeInteger(state.time + timeoutMs)) {
    return state.listener.rejected(command, 'malformed');
  }
  const scope = market?.id ?? allMarkets;
  const key = { kind: TimerKind.deadMan, subject: owner, scope };
  if (timeoutMs === 0) state.timers.remove(key);
  else state.timers.set({ time: state.time + timeoutMs, ...key });
}
