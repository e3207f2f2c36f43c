import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJob, type Job } from '../../../../exchange/src/platform/jobs.ts';
import { networks } from '../../../../exchange/src/assets/networks.ts';
import { limit } from '../limit.ts';
import type { SolanaBank } from './solana-bank.ts';
import type { SolanaVm } from './solana-vm.ts';

/** The demo's Solana chain, in this process. */
export interface SolanaDemo {
  readonly rpcUrl: string;
  /** Pays SOL (`mint` null) or a token, in the next block. */
  readonly bank: { send(mint: string | null, to: string, amount: bigint): Promise<string> };
  /** Funds the hot wallet, unless it has enough. */
  fund(hot: string): void;
  /** Makes blocks and saves the chain's state. */
  readonly job: Job | null;
  close(): Promise<void>;
}

export interface SolanaDemoOptions {
  readonly folder: string;
  /** Seconds between blocks; null: no blocks. */
  readonly blockSeconds: number | null;
}

const lamports = 1_000_000_000n;
const token = 1_000_000n;
/** Whole coins that the bank and the hot wallet begin with. */
const [made, reserve] = [2_000_000n, 500_000n];
const [tokensMade, tokenReserve] = [1_000_000_000n, 100_000_000n];
/** Every so many blocks the job saves the chain's state, even without transactions. */
const keepEvery = 5;
/** A well-known seed: the chain's coins are worthless. */
const bankSeed = new Uint8Array(32).fill(1);

/** The tokens have the main chain's addresses. */
const tokens = networks.flatMap(({ coin, chain, contract: mint }) =>
  chain === 'SOL' && mint !== null ? [{ coin, mint }] : [],
);

/** The most that the signer allows on the demo's chain. */
export function solanaLimits() {
  const amounts = tokens.map(({ coin, mint }) => [mint, { ...limit(500_000n * token), coin, decimals: 6 }] as const);
  return { native: limit(5_000n * lamports), amounts: Object.fromEntries(amounts), feeMax: String(solanaFeeMax) };
}

/** The signer's highest fee in lamports, which includes the rent of a token account. */
export const solanaFeeMax = 5_000_000n;

/** Opens the demo's Solana chain. Null on platforms without the VM. */
export async function openSolanaDemo({ folder, blockSeconds }: SolanaDemoOptions): Promise<SolanaDemo | null> {
  const parts = await loadVm();
  if (parts === null) return null;
  const { SolanaVm, SolanaBank, serveSolana } = parts;
  const file = join(folder, 'solana.json');
  const chain = await (existsSync(file) ? SolanaVm.from(readFileSync(file, 'utf8')) : SolanaVm.create());
  const bank = new SolanaBank(chain, bankSeed, made * lamports);
  for (const { mint } of tokens) bank.createToken(mint, { supply: tokensMade * token });
  const server = await serveSolana(chain);
  const keep = (): Promise<void> => keepState(chain, file);
  const job =
    blockSeconds === null
      ? null
      : createJob({
          name: 'demo.mineSolana',
          everyMs: blockSeconds * 1_000,
          run: async () => {
            const { transactions, blockHeight } = chain.mine();
            if (transactions.length > 0 || blockHeight % keepEvery === 0) await keep();
          },
        });
  return {
    rpcUrl: server.url,
    bank: { send: async (mint, to, amount) => bank.pay(mint, to, amount) },
    fund: (hot) => fundHot({ chain, bank }, hot),
    job,
    close: async () => {
      await job?.stop();
      await server.close();
      await keep();
    },
  };
}

/** Loads the modules that need the VM's binary. Null on platforms without the binary. */
async function loadVm() {
  try {
    const [vm, bank, server] = await Promise.all([
      import('./solana-vm.ts'),
      import('./solana-bank.ts'),
      import('./solana-server.ts'),
    ]);
    await vm.loadSolanaVm();
    return { ...vm, ...bank, ...server };
  } catch {
    return null;
  }
}

/** True if this platform has the VM. */
export async function hasSolanaVm(): Promise<boolean> {
  return (await loadVm()) !== null;
}

/** Replaces the whole file at once, so a crash leaves the previous state. */
async function keepState(chain: SolanaVm, file: string): Promise<void> {
  const next = `${file}.next`;
  await writeFile(next, chain.text(), { mode: 0o600 });
  await rename(next, file);
}

/** Funds the hot wallet, because customers can also withdraw coins that exist only in the books. */
function fundHot({ chain, bank }: { readonly chain: SolanaVm; readonly bank: SolanaBank }, hot: string): void {
  const account = chain.vm.getAccount(hot);
  const there = account.exists ? account.lamports : 0n;
  if (there >= (reserve * lamports) / 2n) return;
  bank.pay(null, hot, reserve * lamports);
  for (const { mint } of tokens) bank.pay(mint, hot, tokenReserve * token);
}
