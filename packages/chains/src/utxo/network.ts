/** Parameters of a Bitcoin-family network. Amounts are in the smallest unit. */
export interface UtxoNetwork {
  /** The exchange's name of chain and coin. */
  readonly chain: 'BTC' | 'LTC';
  /** Address prefixes: the SegWit human-readable part, and the version bytes of P2PKH and P2SH. */
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  /** SLIP 44 coin type. */
  readonly coinType: number;
  /** Hash of the genesis block, which identifies the chain of a node. */
  readonly genesis: string;
  /** Nodes do not relay smaller outputs. */
  readonly dust: bigint;
}

const bitcoin: UtxoNetwork = {
  chain: 'BTC',
  bech32: 'bc',
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  wif: 0x80,
  coinType: 0,
  genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  dust: 546n,
};

const litecoin: UtxoNetwork = {
  chain: 'LTC',
  bech32: 'ltc',
  pubKeyHash: 0x30,
  scriptHash: 0x32,
  wif: 0xb0,
  coinType: 2,
  genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  dust: 5_460n,
};

/** Local test chains, which differ in address prefixes and genesis. */
const regtest = { pubKeyHash: 0x6f, wif: 0xef, coinType: 1 } as const;

/** Supported networks by their names in settings. */
export const utxoNetworks = {
  bitcoin,
  litecoin,
  'bitcoin-regtest': {
    ...bitcoin,
    ...regtest,
    bech32: 'bcrt',
    scriptHash: 0xc4,
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  'litecoin-regtest': {
    ...litecoin,
    ...regtest,
    bech32: 'rltc',
    scriptHash: 0x3a,
    genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
} as const satisfies Record<string, UtxoNetwork>;

export type UtxoNetworkName = keyof typeof utxoNetworks;
