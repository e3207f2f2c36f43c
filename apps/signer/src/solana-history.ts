import { IndexedHistory, type SigningHistory } from './signing-history.ts';
import { type SolanaRecord, SigningRefused } from './signing-record.ts';

type Claim = Pick<SolanaRecord, 'purpose' | 'reference'>;

/** Transactions signed on Solana, also by message. */
export interface SolanaHistory extends SigningHistory<SolanaRecord> {
  /**
   * Refuses a message that was signed for another payment: equal messages have equal signatures, and only one lands, so two payments would be made by one transaction.
   * @throws SigningRefused
   */
  checkUnused(digest: string, claim: Claim): void;
}

export class IndexedSolanaHistory extends IndexedHistory<SolanaRecord> implements SolanaHistory {
  readonly #claims = new Map<string, Claim>();

  override add(one: SolanaRecord): void {
    const { digest, purpose, reference } = one;
    this.#claims.set(digest, { purpose, reference });
    super.add(one);
  }

  checkUnused(digest: string, { purpose, reference }: Claim): void {
    const known = this.#claims.get(digest);
    if (known && (known.purpose !== purpose || known.reference !== reference))
      throw new SigningRefused('this transaction is signed for another payment');
  }
}
