import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Custody } from '../src/custody/custody.ts';
import type { SolanaSettings } from '../src/custody/chains/solana/open-solana.ts';
import { SolanaNode } from '../src/custody/chains/solana/solana-node.ts';
import { openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import { SolanaBank } from '../../demo/src/chain/solana/solana-bank.ts';
import { serveSolana } from '../../demo/src/chain/solana/solana-server.ts';
import { SolanaVm } from '../../demo/src/chain/solana/solana-vm.ts';
import { createQuickKeystore } from './quick-keystore.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

export const solanaUsdt = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
export const confirmations = 3;
const feeMax = 5_000_000n;
const oneSol = 1_000_000_000n;

/** A chain of Solana's own VM, a real signer in its own process, and the exchange's custody over both, with one clock for all. */
export interface TestSolanaCustody extends Omit<TestLedger, 'newAddress' | 'openCustody' | 'passTime'> {
  readonly chain: SolanaVm;
  readonly bank: SolanaBank;
  readonly custody: Custody;
  /** Loses every transaction that the exchange sends. */
  losesAll: boolean;
  /** Blocks after a block that make it final. */
  finalAfter: number;
  newAddress(): Promise<{ readonly customer: number; readonly address: string }>;
  /** Makes this many blocks, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
  /** Moves the clock, including the signer's. */
  passTime(ms: number): Promise<void>;
  /** Lets every blockhash of now expire: 151 blocks, which custody reads. */
  expire(): Promise<void>;
  restart(settings?: Partial<SolanaSettings>): Promise<void>;
  balance(wallet: string, mint: string | null): Promise<bigint>;
}

/** Passes the clock's offset to the signer's process in a file. */
async function clockAhead(folder: string): Promise<{ options: string; set(ms: number): Promise<void> }> {
  const [shift, module] = [join(folder, 'clock-ahead'), join(folder, 'clock.mjs')];
  await writeFile(shift, '0');
  await writeFile(
    module,
    `import { readFileSync } from 'node:fs'; const now = Date.now; Date.now = () => now() + Number(readFileSync(${JSON.stringify(shift)}, 'utf8'));`,
  );
  return { options: `--import=${module}`, set: (ms) => writeFile(shift, String(ms)) };
}

export async function openTestSolanaCustody(through?: (url: string) => Promise<string>): Promise<TestSolanaCustody> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-solana-'));
  const ledger = await openTestLedger(Date.now());
  const chain = await SolanaVm.create();
  const bank = new SolanaBank(chain, new Uint8Array(32).fill(5));
  bank.createToken(solanaUsdt);
  const state = { losesAll: false, finalAfter: 0 };
  const server = await serveSolana(chain, {
    finalAfter: () => state.finalAfter,
    onSend: (raw) => {
      if (!state.losesAll) chain.send(raw);
    },
  });
  const node = new SolanaNode(server.url);
  const clock = await clockAhead(folder);
  const limits = {
    native: { one: String(500n * oneSol), day: String(2_000n * oneSol) },
    amounts: { [solanaUsdt]: { one: '500000000', day: '2000000000' } },
    feeMax: String(feeMax),
  };
  await createQuickKeystore(folder);
  const signer = await openDemoChains({
    dataDir: folder,
    withdrawalMacKey,
    blockSeconds: null,
    log: ledger.log,
    chains: [],
    signer: { SIGNER_SOL: JSON.stringify(limits), NODE_OPTIONS: clock.options },
  });
  const nodes = through ? { rpcUrl: await through(server.url), secondRpcUrl: server.url } : { rpcUrl: server.url };
  const open = (settings: Partial<SolanaSettings> = {}): Promise<Custody> =>
    ledger.openCustody({
      chain: 'SOL',
      ...nodes,
      signerSocket: signer.signerSocket,
      confirmations,
      feeMax,
      contracts: {},
      ...settings,
    });
  bank.createToken('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  let custody = await open();
  bank.pay(null, custody.hot, 1_000n * oneSol);
  bank.pay(solanaUsdt, custody.hot, 10_000_000_000n);
  let ahead = 0;
  const advance = async (blocks = 1): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      chain.mine();
      await custody.tick();
    }
  };
  await advance();
  return {
    ...ledger,
    chain,
    bank,
    get custody() {
      return custody;
    },
    get losesAll() {
      return state.losesAll;
    },
    set losesAll(isSo) {
      state.losesAll = isSo;
    },
    get finalAfter() {
      return state.finalAfter;
    },
    set finalAfter(blocks) {
      state.finalAfter = blocks;
    },
    newAddress: () => ledger.newAddress('SOL'),
    advance,
    passTime: async (ms) => {
      ahead += ms;
      ledger.passTime(ms);
      await clock.set(ahead);
    },
    expire: async () => {
      for (let block = 0; block < 151; block += 1) chain.mine();
      await custody.tick();
    },
    restart: async (settings) => {
      custody = await open(settings);
    },
    balance: (wallet, mint) => node.balance(wallet, mint),
    close: async () => {
      await ledger.close();
      await signer.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
