import type { ExpectedAccount } from './expected-account.ts';
import type { BankFileError } from './file-error.ts';
import type { BankStatement, StatementHead } from './statement.ts';

/**
 * What a file says about one account: a statement that is right in all of it, one that is refused with its reason, or one of an account that
 * isn't expected, which is left out.
 */
export type ReadStatement<A extends ExpectedAccount = ExpectedAccount> =
  | { readonly kind: 'read'; readonly account: A; readonly statement: BankStatement }
  | { readonly kind: 'refused'; readonly account: A; readonly head: StatementHead; readonly error: BankFileError }
  | { readonly kind: 'unknown'; readonly head: StatementHead };
