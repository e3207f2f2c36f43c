/**
 * The states of a withdrawal. `requested`: recorded, its money not frozen yet; `refused`: refused by the ledger. Customers see neither: they get the next state or the
 * refusal.
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
  // Back to review if it must not be paid now.
  approved: ['sent', 'rejected', 'failed', 'review'],
  // Failed only if it provably cannot land any more.
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

/** The ledger command that ends a withdrawal: the money left, or it is released. */
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
