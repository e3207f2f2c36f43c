import {
  evmNetworks,
  evmOwnDecimals,
  isKnownEvmChain,
  mainChainId,
  type OwnEvmChain,
  type OwnEvmCoin,
  type OwnEvmNetwork,
} from '@fft/chains';
import type { Networks, OwnNetwork } from './networks.ts';

/** Confirmations by default of networks that `@fft/chains` has none for. */
const usualConfirmations = { LTC: 12, BTC: 3, DOGE: 40, SOL: 32 } as const;
/** On the demo's chains, which reorganise only when a test makes them. */
const demoConfirmations = 3;

const knownEvmChains = Object.keys(evmNetworks).filter((name) => isKnownEvmChain(name));

interface ChainRules {
  readonly isDemo: boolean;
  readonly signerSocket: string | null;
}

/** Derives the chains to follow, and what else differs per network. */
export function chainsOf({ known, own }: Networks, { isDemo, signerSocket }: ChainRules) {
  const described = own.map((network) => ({ ...network, description: describe(network, isDemo) }));
  const ofDemo = (chain: keyof typeof known): number => known[chain]?.confirmations ?? demoConfirmations;
  return {
    /** EVM networks that the code doesn't know, followed or not. */
    ownNetworks: described.map(({ description }) => description),
    /** Confirmations after which money on the demo's chains counts. */
    confirmations: {
      ETH: ofDemo('ETH'),
      BSC: ofDemo('BSC'),
      POLYGON: ofDemo('POLYGON'),
      LTC: ofDemo('LTC'),
      BTC: ofDemo('BTC'),
      SOL: ofDemo('SOL'),
    },
    /** Block explorers, where they aren't the usual ones of main networks. */
    explorers: explorersOf({ known, own }),
    /** The chains for deposits and withdrawals. */
    chains:
      signerSocket === null
        ? []
        : [
            ...followKnownEvm(known, isDemo),
            ...described.flatMap(followOwn),
            ...(['LTC', 'BTC', 'DOGE'] as const).flatMap((chain) => followUtxo(chain, known)),
            ...followSolana(known),
          ].map((chain) => ({ ...chain, signerSocket })),
  };
}

type Known = Networks['known'];
/** Networks that the code knows. */
export type KnownNetwork = keyof Known;

/** Links by network: null for none. Without an entry, a known network has the usual explorer of its main network, and another none. */
export type ExplorerSettings = Readonly<Partial<Record<KnownNetwork | OwnEvmChain, string | null>>>;

function explorersOf({ known, own }: Networks): ExplorerSettings {
  const links: Record<string, string | null> = {};
  for (const [name, network] of Object.entries(known))
    if (network?.explorer !== undefined) links[name] = network.explorer;
  for (const { chain, explorer = null } of own) links[chain] = explorer;
  return links;
}

function followKnownEvm(known: Known, isDemo: boolean) {
  return knownEvmChains.flatMap((chain) => {
    const network = known[chain];
    if (network?.nodes === undefined) return [];
    const usual = evmNetworks[chain];
    const { nodes: rpcUrls, contracts, traces, disperse, cold } = network;
    return {
      chain,
      /** The chain id that its nodes must have; null: any, as in the demo. */
      chainId: network.chainId ?? (isDemo ? null : usual.chainId),
      rpcUrls,
      confirmations: network.confirmations ?? usual.confirmations,
      // A test network may mark no block.
      finality: network.finality ?? (isDemo ? 'depth' : usual.finality),
      contracts,
      traces,
      disperse,
      cold,
    };
  });
}

function followOwn({ nodes: rpcUrls, traces, disperse, cold, description }: DescribedNetwork) {
  if (rpcUrls === undefined) return [];
  const { chain, chainId, confirmations, finality: required } = description;
  const contracts = Object.fromEntries(
    description.coins.flatMap(({ coin, contract }) => (contract === null ? [] : [[coin, contract]])),
  );
  const rules = { confirmations, finality: required, contracts, traces, disperse, cold };
  return [{ chain, description, chainId, rpcUrls, ...rules }];
}

function followUtxo(chain: 'LTC' | 'BTC' | 'DOGE', known: Known) {
  const { nodes: [rpcUrl, secondRpcUrl = null] = [], confirmations, cold } = known[chain] ?? {};
  if (rpcUrl === undefined) return [];
  return [{ chain, rpcUrl, secondRpcUrl, confirmations: confirmations ?? usualConfirmations[chain], cold }];
}

function followSolana({ SOL: network }: Known) {
  const [rpcUrl, secondRpcUrl = null] = network?.nodes ?? [];
  if (network === undefined || rpcUrl === undefined) return [];
  return [
    {
      chain: 'SOL' as const,
      rpcUrl,
      secondRpcUrl,
      contracts: setOnly(network.contracts),
      feeMax: BigInt(network.feeMaxLamports),
      confirmations: network.confirmations ?? usualConfirmations.SOL,
      cold: network.cold,
    },
  ];
}

function setOnly(contracts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(contracts).flatMap(([coin, one]) => (one === undefined ? [] : [[coin, one]])),
  );
}

type DescribedNetwork = OwnNetwork & { readonly description: OwnEvmNetwork };

function describe(network: OwnNetwork, isDemo: boolean): OwnEvmNetwork {
  const { chain, title, coin: own, blockSeconds, confirmations, finalSeconds, dataFee, maxGwei, coins } = network;
  return {
    chain,
    chainId: mainChainId(chain),
    title,
    own,
    blockSeconds,
    confirmations,
    // A test network may mark no block.
    finality: network.finality ?? (isDemo ? 'depth' : 'finalized'),
    markedAfterSeconds: { safe: finalSeconds, finalized: finalSeconds },
    dataFee,
    maxGwei,
    minTip: 0n,
    coins: Object.entries(coins).map(
      ([coin, { contract, decimals: chainDecimals = evmOwnDecimals, ...terms }]): OwnEvmCoin => ({
        coin,
        contract: contract === 'native' ? null : contract.toLowerCase(),
        chainDecimals,
        ...terms,
      }),
    ),
  };
}
