/** Filter of a list by bank account; empty for all. */
export interface OfAccount {
  readonly account?: number;
}
