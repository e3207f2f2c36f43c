import type { Right, Role } from './rights.ts';

/** Why an operator locks an account. The kind says who may set and lift the lock. */
export const lockKinds = ['security', 'support', 'compliance', 'court'] as const;
export type LockKind = (typeof lockKinds)[number];

interface LockRule {
  /** Whose lock it is, as the console shows it. */
  readonly owner: Role;
  /** Who sets and lifts it. */
  readonly right: Right;
  /** False if lifting it takes two operators with the right. */
  readonly isLiftedAlone: boolean;
  /** False if open orders and withdrawals in review stay unless the operator cancels them. */
  readonly cancels: boolean;
}

/** The rules of each kind. Accounts of the exchange itself take two with `accounts.lockHouse`, whatever the kind. */
export const lockRules: Readonly<Record<LockKind, LockRule>> = {
  /** Someone else may be in the account: nothing that was placed or requested goes on. */
  security: { owner: 'support', right: 'customers.lock', isLiftedAlone: true, cancels: true },
  /** The owner asked for it, or support must reach them first: orders stay, unless the owner wants them gone. */
  support: { owner: 'support', right: 'customers.lock', isLiftedAlone: true, cancels: false },
  /** Money that must not move: open orders would change what the account holds. */
  compliance: { owner: 'compliance', right: 'customers.lockByLaw', isLiftedAlone: false, cancels: true },
  court: { owner: 'compliance', right: 'customers.lockByLaw', isLiftedAlone: false, cancels: true },
};
