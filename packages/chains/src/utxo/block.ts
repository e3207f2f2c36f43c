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
    /** Coins, as the node writes them: `0.10000000`. */
    readonly value?: string | undefined;
    readonly scriptPubKey?: { readonly hex: string } | undefined;
  }[];
}

/** Converts a node's amount to smallest units. @throws if it is none */
function toSmallestUnits(coins: string): bigint {
  const [, whole, places = ''] = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(coins) ?? [];
  if (whole === undefined) throw new Error(`the amount cannot be converted exactly: ${coins}`);
  return BigInt(whole + places.padEnd(8, '0'));
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
