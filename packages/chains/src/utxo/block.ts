/** An output of a transaction that can be spent by whoever its script says. */
export interface UtxoOutput {
  readonly txid: string;
  readonly vout: number;
  /** Hexadecimal. */
  readonly script: string;
  readonly amount: bigint;
  /** Made by the block itself, and not to be spent before many more. */
  readonly isGenerated: boolean;
}

/** That a transaction spends an output. */
export interface UtxoSpend {
  readonly txid: string;
  readonly vout: number;
  /** The transaction that does. */
  readonly by: string;
}

/** A transaction as Bitcoin Core's RPC tells it, as far as it is looked at. Litecoin's hidden inputs and outputs (`ismweb`) have neither script nor amount. */
export interface RawUtxoTransaction {
  readonly txid: string;
  readonly vin: readonly {
    readonly txid?: string | undefined;
    readonly vout?: number | undefined;
    readonly ismweb?: boolean | undefined;
  }[];
  readonly vout: readonly {
    readonly ismweb?: boolean | undefined;
    readonly n?: number | undefined;
    readonly value?: number | undefined;
    readonly scriptPubKey?: { readonly hex: string } | undefined;
  }[];
}

/** Nodes write amounts as decimals of eight places; up to here the nearest double tells them apart with certainty. */
const coinsMax = 20_000_000;

/** Smallest units of an amount as nodes write it. @throws where it can't be told exactly */
function toSmallestUnits(coins: number): bigint {
  if (!(coins >= 0 && coins <= coinsMax)) throw new Error(`an amount that can't be read exactly: ${coins}`);
  return BigInt(Math.round(coins * 1e8));
}

/** What a block's or the pool's transactions made, each output once, in their order. */
export function outputsOf(transactions: readonly RawUtxoTransaction[]): UtxoOutput[] {
  return transactions.flatMap(({ txid, vin, vout }) => {
    const isGenerated = isMadeByBlock(vin);
    return vout.flatMap(({ n, value, scriptPubKey }) =>
      n === undefined || value === undefined || !scriptPubKey
        ? []
        : [{ txid, vout: n, script: scriptPubKey.hex, amount: toSmallestUnits(value), isGenerated }],
    );
  });
}

/** What they spent. */
export function spendsOf(transactions: readonly RawUtxoTransaction[]): UtxoSpend[] {
  return transactions.flatMap(({ txid: by, vin }) =>
    vin.flatMap(({ txid, vout }) => (txid === undefined || vout === undefined ? [] : [{ txid, vout, by }])),
  );
}

function isMadeByBlock(vin: RawUtxoTransaction['vin']): boolean {
  return vin.some(({ txid, ismweb }) => txid === undefined && ismweb !== true);
}
