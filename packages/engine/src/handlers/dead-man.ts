import type { ArmDeadMan } from '../command.ts';
import { isCount, isCustomer } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { TimerKind } from '../time/timers.ts';

/** The scope of a dead-man timer for all markets. */
export const allMarkets = -1;

/** Sets, restarts or clears an owner's timer. */
export function armDeadMan(state: State, command: ArmDeadMan): void {
  const { owner, timeoutMs } = command;
  const market = command.market === 'all' ? null : state.market(command.market);
  if (command.market !== 'all' && market === null) return state.listener.rejected(command, 'unknownMarket');
  const isWellFormed = isCount(command.time) && isCustomer(owner) && isCount(timeoutMs);
  if (!isWellFormed || !Number.isSafeInteger(state.time + timeoutMs)) {
    return state.listener.rejected(command, 'malformed');
  }
  const scope = market?.id ?? allMarkets;
  const key = { kind: TimerKind.deadMan, subject: owner, scope };
  if (timeoutMs === 0) state.timers.remove(key);
  else state.timers.set({ time: state.time + timeoutMs, ...key });
}
