/** A transaction output. */
export interface UtxoOutput {
  readonly txid: string;
  readonly vout: number;
  /** Hexadecimal. */
  readonly script: string;
  readonly amount: bigint;
  /** True for coinbase outputs, which mature only after many blocks. */
  readonly isGenerated: boolean;
}

/** A spent output. */
export interface UtxoSpend {
  readonly txid: string;
  readonly vout: number;
  /** Txid of the spending transaction. */
  readonly by: string;
}

/** The used fields of a transaction in Bitcoin Core's RPC. Litecoin's MWEB inputs and outputs (`ismweb`) have neither script nor amount. */
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

/** Nodes report amounts as decimals with eight places; up to this value, doubles represent them unambiguously. */
const maxExactCoins = 20_000_000;

/** Converts a node's amount to smallest units. @throws if the conversion is not exact */
function toSmallestUnits(coins: number): bigint {
  if (!(coins >= 0 && coins <= maxExactCoins)) throw new Error(`the amount cannot be converted exactly: ${coins}`);
  return BigInt(Math.round(coins * 1e8));
}

/** Returns the outputs of transactions, in order. */
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

/** Returns the outputs that transactions spend. */
export function spendsOf(transactions: readonly RawUtxoTransaction[]): UtxoSpend[] {
  return transactions.flatMap(({ txid: by, vin }) =>
    vin.flatMap(({ txid, vout }) => (txid === undefined || vout === undefined ? [] : [{ txid, vout, by }])),
  );
}

function isMadeByBlock(vin: RawUtxoTransaction['vin']): boolean {
  return vin.some(({ txid, ismweb }) => txid === undefined && ismweb !== true);
}
