import type { UtxoSigned } from './signed.ts';
import { type SignedBefore, SignedLog } from './signed-log.ts';

type Coin = UtxoSigned['coins'][number];

/** What was signed before on a chain of Bitcoin's family. */
export interface UtxoBefore extends SignedBefore<UtxoSigned> {
  /** What a coin was said to be worth when it was signed for; null where it never was. */
  amountOf(coin: Pick<Coin, 'txid' | 'vout'>): bigint | null;
}

/** The same, in memory. */
export class UtxoLog extends SignedLog<UtxoSigned> implements UtxoBefore {
  readonly #amounts = new Map<string, bigint>();

  amountOf(coin: Pick<Coin, 'txid' | 'vout'>): bigint | null {
    return this.#amounts.get(nameOf(coin)) ?? null;
  }

  override add(one: UtxoSigned): void {
    super.add(one);
    for (const coin of one.coins) this.#amounts.set(nameOf(coin), coin.amount);
  }
}

function nameOf({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
