import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import { raiseMinimum } from '../database/check-schema.ts';
import { isOlder } from '../database/is-older.ts';
import { findOlderProcesses } from '../database/older-processes.ts';
import type { Tables } from './room.ts';
import { Refusal } from '../refusals/refusal.ts';

/** The first version that knows trailing stops and brackets. */
const firstOfTrails = '3.3.0';
/** The first version that amends entries with a bracket, which an older one rejects, and that protects open orders from raised fees. */
export const firstOfAmendedEntries = '3.3.1';

type Later = 'trailingLater' | 'bracketLater' | 'feesLater';

/**
 * Keeps trailing stops and brackets, the amendments of their entries, or changes of fees out of the journal while a version runs that doesn't know them: it would execute them otherwise,
 * and its books would differ. The first one raises the database's minimum version, so that no older version starts later either.
 */
export class TrailingGate {
  private readonly db: Kysely<Tables>;
  private readonly since: string;
  private isOpen = false;

  /** @param first the first version that knows them; this one, as long as it is older, as during its development */
  constructor(db: Kysely<Tables>, first: string = firstOfTrails, version: string = manifest.version) {
    this.db = db;
    this.since = isOlder(version, first) ? version : first;
  }

  /** @throws Refusal 503 while an older process is connected */
  async pass(refusal: Later = 'trailingLater'): Promise<void> {
    if (this.isOpen) return;
    await this.refuseBesideOlder(refusal);
    await raiseMinimum(this.db, this.since);
    // One that started meanwhile has read the minimum of before.
    await this.refuseBesideOlder(refusal);
    this.isOpen = true;
  }

  private async refuseBesideOlder(refusal: Later): Promise<void> {
    const older = await findOlderProcesses(this.db, this.since);
    if (older.length > 0) throw new Refusal(Code.unavailable, refusal);
  }
}
