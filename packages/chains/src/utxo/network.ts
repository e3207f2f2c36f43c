/** Parameters of a Bitcoin-family network. Amounts are in the smallest unit. */
export interface UtxoNetwork {
  /** The exchange's name of chain and coin. */
  readonly chain: UtxoChainName;
  /** What our keys' outputs look like: P2WPKH (BIP 84), or P2PKH (BIP 44) on chains without SegWit. */
  readonly form: 'segwit' | 'legacy';
  /** Address prefixes: the SegWit human-readable part, and the version bytes of P2PKH and P2SH. */
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  /** SLIP 44 coin type. */
  readonly coinType: number;
  /** Hash of the genesis block, which identifies the chain of a node. */
  readonly genesis: string;
  /** Nodes do not relay smaller outputs, or ask a further fee for them. */
  readonly dust: bigint;
  /** Fee per 1,000 virtual bytes if the node lacks data for an estimate, the least and the most that is paid, and what a replacement pays more. */
  readonly fees: {
    readonly usual: bigint;
    readonly least: bigint;
    readonly most: bigint;
    readonly replacement: bigint;
  };
  /** Maximum fee of one transaction. */
  readonly maxFee: bigint;
  /** More inputs would make a transaction too large to relay, or its signing request too long, reliably. */
  readonly maxInputs: number;
}

/** Chains of Bitcoin's family. */
export const utxoChains = ['BTC', 'LTC', 'DOGE'] as const;
export type UtxoChainName = (typeof utxoChains)[number];

export function isUtxoChain(chain: string): chain is UtxoChainName {
  return utxoChains.some((name) => name === chain);
}

/** Of Bitcoin and Litecoin. */
const common = {
  form: 'segwit',
  fees: { usual: 20_000n, least: 0n, most: 1_000_000n, replacement: 10_000n },
  maxInputs: 200,
} as const;

const bitcoin: UtxoNetwork = {
  ...common,
  chain: 'BTC',
  bech32: 'bc',
  pubKeyHash: 0x00,
  scriptHash: 0x05,
  wif: 0x80,
  coinType: 0,
  genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  dust: 546n,
  maxFee: 2_000_000n,
};

const litecoin: UtxoNetwork = {
  ...common,
  chain: 'LTC',
  bech32: 'ltc',
  pubKeyHash: 0x30,
  scriptHash: 0x32,
  wif: 0xb0,
  coinType: 2,
  genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  dust: 5_460n,
  maxFee: 10_000_000n,
};

/** Nodes relay for 0.01 coins per 1,000 bytes, and ask as much again for each output below 0.01. */
const dogecoin: UtxoNetwork = {
  chain: 'DOGE',
  form: 'legacy',
  bech32: '',
  pubKeyHash: 0x1e,
  scriptHash: 0x16,
  wif: 0x9e,
  coinType: 3,
  genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
  dust: 1_000_000n,
  fees: { usual: 2_000_000n, least: 1_000_000n, most: 100_000_000n, replacement: 1_000_000n },
  maxFee: 2_000_000_000n,
  // Each brings its whole source into the request.
  maxInputs: 40,
};

/** Local test chains, which differ in address prefixes and genesis. */
const regtest = { pubKeyHash: 0x6f, wif: 0xef, coinType: 1 } as const;

const litecoinTest = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';

/** Supported networks by their names in settings. */
export const utxoNetworks = {
  bitcoin,
  litecoin,
  dogecoin,
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
    genesis: litecoinTest,
  },
  'dogecoin-regtest': {
    ...dogecoin,
    ...regtest,
    scriptHash: 0xc4,
    genesis: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
  },
  /** Dogecoin's rules on Litecoin's test chain: no package has a Dogecoin node to test with. */
  'dogecoin-on-litecoin-regtest': { ...dogecoin, ...regtest, scriptHash: 0x3a, genesis: litecoinTest },
} as const satisfies Record<string, UtxoNetwork>;

export type UtxoNetworkName = keyof typeof utxoNetworks;
