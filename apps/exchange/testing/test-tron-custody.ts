import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Custody } from '../src/custody/custody.ts';
import type { TronSettings } from '../src/custody/chains/tron/open-tron.ts';
import { openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import { createQuickKeystore } from './quick-keystore.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';
import { openTestTronChain, type TestTronChain } from './test-tron-chain.ts';

export const tronUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const confirmations = 3;
const trx = 1_000_000n;

/** A simulated Tron chain, a real signer in its own process, and the exchange's custody over both, with one clock for all three. */
export interface TestTronCustody extends Omit<TestLedger, 'newAddress' | 'openCustody' | 'passTime'> {
  readonly chain: TestTronChain;
  readonly custody: Custody;
  newAddress(): Promise<{ readonly customer: number; readonly address: string }>;
  /** Mines this many blocks, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
  /** Moves the clock, including the signer's. */
  passTime(ms: number): Promise<void>;
  restart(settings?: Partial<TronSettings>): Promise<void>;
}

/** Gives the signer's process the test's time in a file: a transaction is valid for a minute, which must not pass while tests run. */
async function clockOf(folder: string, now: () => number): Promise<{ options: string; set(): Promise<void> }> {
  const [time, module] = [join(folder, 'clock'), join(folder, 'clock.mjs')];
  const set = (): Promise<void> => writeFile(time, String(now()));
  await set();
  await writeFile(
    module,
    `import { readFileSync } from 'node:fs'; let last = 0; Date.now = () => (last = Number(readFileSync(${JSON.stringify(time)}, 'utf8')) || last);`,
  );
  return { options: `--import=${module}`, set };
}

export async function openTestTronCustody(through?: (url: string) => Promise<string>): Promise<TestTronCustody> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-tron-'));
  const ledger = await openTestLedger(Date.now());
  const chain = await openTestTronChain(ledger.now);
  const clock = await clockOf(folder, ledger.now);
  const limit = { one: '500000000', day: '2000000000' };
  const limits = { amounts: { [tronUsdt]: limit }, feeMax: '40000000', gasMax: '60000000' };
  await createQuickKeystore(folder);
  const signer = await openDemoChains({
    dataDir: folder,
    withdrawalMacKey,
    blockSeconds: null,
    log: ledger.log,
    chains: [],
    signer: { SIGNER_TRX: JSON.stringify(limits), NODE_OPTIONS: clock.options },
  });
  const nodes = through ? { rpcUrl: await through(chain.url), secondRpcUrl: chain.url } : { rpcUrl: chain.url };
  const open = (settings: Partial<TronSettings> = {}): Promise<Custody> =>
    ledger.openCustody({
      chain: 'TRX',
      ...nodes,
      apiKey: null,
      signerSocket: signer.signerSocket,
      confirmations,
      feeMax: 40n * trx,
      contracts: {},
      ...settings,
    });
  let custody = await open();
  chain.give(tronUsdt, custody.hot, 10_000n * trx);
  chain.give(null, custody.hot, 10_000n * trx);
  return {
    ...ledger,
    chain,
    get custody() {
      return custody;
    },
    newAddress: () => ledger.newAddress('TRX'),
    advance: async (blocks = 1) => {
      for (let block = 0; block < blocks; block += 1) {
        chain.mine();
        await custody.tick();
      }
    },
    passTime: async (ms) => {
      ledger.passTime(ms);
      await clock.set();
    },
    restart: async (settings) => {
      custody = await open(settings);
    },
    close: async () => {
      await ledger.close();
      await signer.close();
      await chain.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
