/**
 * The states of a deposit. Each says where its money is:
 *
 * | state         | its transaction                   | the ledger                                          |
 * | ------------- | --------------------------------- | --------------------------------------------------- |
 * | `seen`        | in a block                        | doesn't have it; credits it once it is deep enough  |
 * | `small`       | in a block                        | never gets it: it is below the minimum              |
 * | `crediting`   | in a block                        | was asked to credit it, and may have done so        |
 * | `credited`    | in a block                        | has it                                              |
 * | `orphaned`    | in no block                       | never had it                                        |
 * | `inDoubt`     | in no block                       | was asked to credit it, and may have done so        |
 * | `lost`        | in no block                       | has it, and holds what the customer has left of it  |
 * | `backInDoubt` | in a block again, after `inDoubt` | was asked to credit it, and may have done so        |
 * | `found`       | in a block again, after `lost`    | has it, and releases what it holds                  |
 * | `reversed`    | in no block                       | had it, and took back what the customer had left    |
 *
 * A reversed deposit whose transaction comes into a block again is `seen` once more: then the amount that was taken is credited. Where the coins are is another
 * question, which sweeps answer (`swept`).
 */
export const depositStates = [
  'seen',
  'small',
  'crediting',
  'credited',
  'orphaned',
  'inDoubt',
  'lost',
  'backInDoubt',
  'found',
  'reversed',
] as const;
export type DepositState = (typeof depositStates)[number];

/** The states that may follow each one. The database has the same list, and refuses any other move (`database/schema/custody.ts`). */
const nextStates: Readonly<Record<DepositState, readonly DepositState[]>> = {
  // Credited without a command if the ledger has it already. Orphaned, or reversed again, if its block is gone or both nodes deny it.
  seen: ['crediting', 'credited', 'orphaned', 'reversed'],
  // In another block its transaction may bring more.
  small: ['seen'],
  // Seen again if the ledger refused it or never got the command.
  crediting: ['credited', 'seen', 'inDoubt'],
  credited: ['lost'],
  orphaned: ['seen', 'small'],
  // The ledger's answer decides, unless a block has it before.
  inDoubt: ['backInDoubt', 'lost', 'orphaned', 'reversed'],
  lost: ['found', 'reversed'],
  backInDoubt: ['found', 'seen', 'inDoubt'],
  // Seen if the hold was taken just before. Lost if its transaction does something else now, or its block is gone too.
  found: ['credited', 'seen', 'lost'],
  reversed: ['seen'],
};

/** True if a deposit may move from one state to the other. */
export function mayBecome(from: DepositState, to: DepositState): boolean {
  return nextStates[from].includes(to);
}

/** States in which the deposit's transaction is in a block, and counts there. */
export const inBlockStates = [
  'seen',
  'small',
  'crediting',
  'credited',
  'backInDoubt',
  'found',
] as const satisfies readonly DepositState[];

/** The state of a deposit that no block has and the ledger doesn't have, or not any more. */
export function uncreditedState({ reversals }: { readonly reversals: number }): 'orphaned' | 'reversed' {
  return reversals > 0 ? 'reversed' : 'orphaned';
}
