import type { State } from '../state/state.ts';
import type { Work } from './work.ts';

/** Leaves a market's work to the next command, unless it is left already. */
export function leaveWork(state: State, work: Exclude<Work, { kind: 'cancels' }>): void {
  const isLeft = state.work.some((one) => one.kind === work.kind && one.market === work.market);
  if (!isLeft) state.work.push(work);
  state.isBehind = true;
}
