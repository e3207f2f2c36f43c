import type { ChainsPlace } from '../../../exchange/src/demo/demo.ts';
import type { Job } from '../../../exchange/src/platform/jobs.ts';
import type { Handlers, MessageCalls } from '../../../exchange/src/platform/processes/message-calls.ts';
import type { Address } from 'viem';
import type { Bank } from './bank.ts';
import type { DemoChains } from './demo-chains.ts';
import type { LitecoinBank } from './litecoin-bank.ts';
import type { SolanaDemo } from './solana/solana-demo.ts';
import { type DemoUtxoChain, isUtxoDemo } from './utxo-demos.ts';

interface ReachedUtxo {
  readonly rpcUrl: string;
  readonly bank: Pick<LitecoinBank, 'send'> & { has(amount: bigint): boolean | Promise<boolean> };
}

/** The demo's chains, which this process or another process runs. */
export interface ReachedChains extends Omit<ChainsPlace, 'utxo' | 'solana'> {
  readonly solana: Pick<SolanaDemo, 'rpcUrl' | 'bank'> | null;
  readonly utxo: Readonly<Partial<Record<DemoUtxoChain, ReachedUtxo>>>;
  /** Starts a network unless it already runs. Null if the demo has no such network. */
  start(chain: string): Promise<{ readonly bank: Pick<Bank, 'send'> } | null>;
  fund(chain: string, hot: string): Promise<void>;
  readonly jobs: readonly Job[];
}

export function placeOf({ signerSocket, evm, later, utxo, solana }: DemoChains): ChainsPlace {
  const urls = Object.entries(utxo).map(([chain, { rpcUrl }]) => [chain, rpcUrl]);
  return {
    signerSocket,
    evm: evm && { rpcUrl: evm.rpcUrl, contracts: evm.contracts },
    later,
    utxo: Object.fromEntries(urls) as ChainsPlace['utxo'],
    solana: solana && { rpcUrl: solana.rpcUrl },
  };
}

/** Handles other processes' calls. The banks pay only in the process that runs the chains, because their transactions have consecutive numbers. */
export function offerChains({ start, utxo, solana, fund }: DemoChains): Handlers {
  return {
    'chains.fund': fund,
    'chains.start': async (chain: string) => (await start(chain)) !== null,
    'chains.sendEvm': async (chain: string, contract: Address | null, to: Address, amount: bigint) =>
      (await start(chain))?.bank.send(contract, to, amount),
    'chains.sendSolana': (mint: string | null, to: string, amount: bigint) => solana?.bank.send(mint, to, amount),
    'chains.hasUtxo': (chain: DemoUtxoChain, amount: bigint) => utxo[chain]?.bank.has(amount) ?? false,
    'chains.sendUtxo': (chain: DemoUtxoChain, to: string, amount: bigint) => utxo[chain]?.bank.send(to, amount),
  };
}

export function reachChains({ utxo, solana, ...place }: ChainsPlace, { call }: MessageCalls): ReachedChains {
  const reached = Object.entries(utxo).flatMap(([chain, rpcUrl]) =>
    isUtxoDemo(chain) ? [[chain, reachUtxo(chain, rpcUrl, call)] as const] : [],
  );
  return {
    ...place,
    utxo: Object.fromEntries(reached),
    solana: solana && { ...solana, bank: { send: (mint, to, amount) => call('chains.sendSolana', mint, to, amount) } },
    start: async (chain) => {
      if (!(await call<boolean>('chains.start', chain))) return null;
      return { bank: { send: (contract, to, amount) => call('chains.sendEvm', chain, contract, to, amount) } };
    },
    fund: (chain, hot) => call('chains.fund', chain, hot),
    jobs: [],
  };
}

function reachUtxo(chain: DemoUtxoChain, rpcUrl: string, call: MessageCalls['call']): ReachedUtxo {
  return {
    rpcUrl,
    bank: {
      has: (amount) => call('chains.hasUtxo', chain, amount),
      send: (to, amount) => call('chains.sendUtxo', chain, to, amount),
    },
  };
}
