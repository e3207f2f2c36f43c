import type { State } from '../state/state.ts';
import type { PendingWork } from './pending-work.ts';

/** Defers a market's work to the next command, once. */
export function deferWork(state: State, work: PendingWork & { kind: 'opening' | 'stops' }): void {
  const isLeft = state.pendingWork.some((one) => one.kind === work.kind && one.market === work.market);
  if (!isLeft) state.pendingWork.push(work);
  state.hasDueWork = true;
}
