import type { UtxoRecord } from './signing-record.ts';
import { type SigningHistory, IndexedHistory } from './signing-history.ts';

type Coin = UtxoRecord['coins'][number];

/** Transactions signed on a UTXO chain. */
export interface UtxoHistory extends SigningHistory<UtxoRecord> {
  /** Returns the amount with which a coin was signed before; null if it was not. */
  amountOf(coin: Pick<Coin, 'txid' | 'vout'>): bigint | null;
}

/** In-memory index of the signing log for a UTXO chain. */
export class IndexedUtxoHistory extends IndexedHistory<UtxoRecord> implements UtxoHistory {
  readonly #amounts = new Map<string, bigint>();

  amountOf(coin: Pick<Coin, 'txid' | 'vout'>): bigint | null {
    return this.#amounts.get(nameOf(coin)) ?? null;
  }

  override add(one: UtxoRecord): void {
    super.add(one);
    for (const coin of one.coins) this.#amounts.set(nameOf(coin), coin.amount);
  }
}

function nameOf({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
