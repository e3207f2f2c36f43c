/**
 * How far a withdrawal is. `requested` is written down and its money not yet frozen; `refused` is one that the ledger refused. Customers see
 * neither: they are answered when the one has become something else, or by the refusal.
 */
export const states = [
  'requested',
  'refused',
  'review',
  'approved',
  'sent',
  'done',
  'rejected',
  'failed',
  'cancelled',
] as const;
export type State = (typeof states)[number];

const nextStates: Readonly<Record<State, readonly State[]>> = {
  requested: ['refused', 'review', 'approved'],
  refused: [],
  review: ['approved', 'rejected', 'cancelled'],
  // Back to review where it is not to be paid as things are.
  approved: ['sent', 'rejected', 'failed', 'review'],
  // Failed only where it provably can't land any more.
  sent: ['done', 'failed'],
  done: [],
  rejected: [],
  failed: [],
  cancelled: [],
};

/** The states that may become `to`. */
export function statesBefore(to: State): readonly State[] {
  return states.filter((state) => nextStates[state].includes(to));
}

/** What the ledger has to be told when a withdrawal ends: that the money left, or that it stays. */
export const endings = {
  done: 'settleWithdrawal',
  rejected: 'releaseWithdrawal',
  failed: 'releaseWithdrawal',
  cancelled: 'releaseWithdrawal',
} as const;
export type EndState = keyof typeof endings;

export function isEnd(state: State): state is EndState {
  return state in endings;
}
