import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Address } from 'viem';
import { type Anvil, demoChainId, startAnvil } from './anvil.ts';
import { type Bank, bankContracts, openBank } from './bank.ts';
import { freePort } from './free-port.ts';
import { limit } from './limit.ts';

/** EVM networks that the demo can run. The bank begins with `made` whole coins, the hot wallet with `reserve`. */
const evmDemos = {
  ETH: { chainId: demoChainId, folder: '', tokenDecimals: 6, made: 10_000n, reserve: 1_000n },
  BSC: { chainId: 31_338, folder: 'bsc', tokenDecimals: 18, made: 100_000n, reserve: 5_000n },
  POLYGON: { chainId: 31_339, folder: 'polygon', tokenDecimals: 6, made: 1_000_000_000n, reserve: 2_000_000n },
} as const;
export type DemoEvmChain = keyof typeof evmDemos;

export interface Opening {
  readonly folder: string;
  /** Seconds between blocks; null: blocks only on request. */
  readonly blockSeconds: number | null;
  readonly log: Logger;
}

export interface EvmDemo {
  readonly rpcUrl: string;
  /** The process id of the node's shell. */
  readonly nodePid: () => number | null;
  readonly contracts: Readonly<Record<string, string>>;
  readonly chainId: number;
  readonly tokenDecimals: number;
  readonly bank: Bank;
}

/** What a network's followers need before the network starts. */
export interface LaterEvmDemo extends Pick<EvmDemo, 'rpcUrl' | 'contracts'> {
  readonly chain: DemoEvmChain;
}

interface EvmPlace {
  readonly chain: DemoEvmChain;
  readonly program: string;
  /** By default a free port. */
  readonly port?: number;
}

export async function openEvmDemo(
  { folder, blockSeconds, log }: Opening,
  { chain, program, ...port }: EvmPlace,
): Promise<{ readonly demo: EvmDemo; readonly anvil: Anvil }> {
  const { chainId, tokenDecimals, folder: own, made } = evmDemos[chain];
  const place = join(folder, own);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const anvil = await startAnvil({ folder: place, blockSeconds, log, program, chainId, made, ...port });
  try {
    const bank = await openBank(anvil.url, { chainId, tokenDecimals });
    const { contracts } = bank;
    return { anvil, demo: { rpcUrl: anvil.url, nodePid: () => anvil.pid(), contracts, chainId, tokenDecimals, bank } };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

export interface Waiting extends LaterEvmDemo {
  readonly start: () => Promise<EvmDemo>;
  readonly stop: () => Promise<void>;
}

/** Chooses ports for networks that start later. Each network starts once, on request; after a failed start, the next request tries again. */
export function prepareLater(opening: Opening, chains: readonly DemoEvmChain[], program: string): Promise<Waiting[]> {
  return Promise.all(
    chains.map(async (chain) => {
      const port = await freePort();
      let started: ReturnType<typeof openEvmDemo> | null = null;
      let isStopped = false;
      return {
        chain,
        rpcUrl: `http://127.0.0.1:${port}`,
        contracts: bankContracts,
        start: async () => {
          if (isStopped) throw new Error(`the demo's ${chain} has been stopped`);
          started ??= openEvmDemo(opening, { chain, program, port }).then((opened) => {
            if (!isStopped) opened.anvil.job.start();
            return opened;
          });
          try {
            return (await started).demo;
          } catch (error) {
            started = null;
            throw error;
          }
        },
        stop: async () => {
          isStopped = true;
          const { anvil } = (await started?.catch(() => null)) ?? {};
          await anvil?.stop();
        },
      };
    }),
  );
}

const ether = 10n ** 18n;

export function limitsOf(decimals: number) {
  return { native: limit(200n * ether), ...tokenLimitsOf(decimals) };
}

/** The signer's limits of each token. The signer knows a token's coin and decimals from its settings alone. */
function tokenLimitsOf(decimals: number) {
  const most = limit(500_000n * 10n ** BigInt(decimals));
  return Object.fromEntries(
    Object.entries(bankContracts).map(([coin, contract]) => [contract, { ...most, coin, decimals }]),
  );
}

/** The largest payment of each network's own coin, in wei: more where the coin is worth less than ether. */
const nativeLimits: Readonly<Record<DemoEvmChain, bigint>> = {
  ETH: 200n * ether,
  BSC: 2_000n * ether,
  POLYGON: 1_000_000n * ether,
};

/** The signer's settings of networks beside Ethereum. */
export function signerEvmOf(chains: readonly DemoEvmChain[]) {
  const fees = { feeMax: String(ether / 20n), gasMax: String(ether / 50n) };
  return Object.fromEntries(
    chains
      .filter((chain) => chain !== 'ETH')
      .map((chain) => {
        const { chainId, tokenDecimals: decimals } = evmDemos[chain];
        const amounts = { native: limit(nativeLimits[chain]), ...tokenLimitsOf(decimals) };
        return [chain, { chainId, amounts, ...fees }];
      }),
  );
}

const tokenReserve = 100_000_000n;

/** Funds the hot wallet of a network. */
export async function fundEvm(chain: DemoEvmChain, bank: Bank, hot: Address): Promise<void> {
  const { tokenDecimals, reserve } = evmDemos[chain];
  const [own, token] = [reserve * ether, tokenReserve * 10n ** BigInt(tokenDecimals)];
  if ((await bank.balance(null, hot)) < own / 2n) await bank.send(null, hot, own);
  for (const contract of Object.values(bank.contracts)) {
    if ((await bank.balance(contract, hot)) < token / 2n) await bank.send(contract, hot, token);
  }
}

export function isEvmDemo(chain: string): chain is DemoEvmChain {
  return chain in evmDemos;
}
