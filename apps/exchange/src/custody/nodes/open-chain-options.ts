import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { Authority } from '../../funds/withdrawals/index.ts';
import type { SweepRules, Worth } from '../treasury/sweep-worth.ts';

export interface OpenChainOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Authority;
  readonly log: Logger;
  readonly now: () => number;
  readonly sweeping: SweepRules;
  /** Prices that decide if moving coins is worth its fee. */
  readonly worth: Worth;
}
