import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UtxoPrivateKeys, UtxoPublicKeys } from '@fft/chains';
import type { ColdSettings } from '../src/custody/treasury/cold-keeper.ts';
import type { Custody } from '../src/custody/custody.ts';
import { type DemoChains, openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import { createQuickKeystore } from './quick-keystore.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';
import { litecoin, openTestLitecoin, type TestLitecoin } from './test-litecoin.ts';

export const confirmations = 3;

/** A real Litecoin chain that mines on demand, a real signer, and the exchange's custody over both. */
export interface TestLitecoinCustody extends Omit<TestLedger, 'newAddress' | 'openCustody'> {
  readonly chain: TestLitecoin;
  readonly signer: DemoChains;
  readonly custody: Custody;
  newAddress(): Promise<{ readonly customer: number; readonly address: string }>;
  /** Mines this many blocks with all waiting transactions, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
  /** Mines this many blocks without waiting transactions. */
  advanceEmpty(blocks?: number): Promise<void>;
  /** Kills custody and starts it again on the same database and ledger; other times of gathering last until the next start. */
  restart(gatherMs?: number): Promise<void>;
  /** The same, by these nodes. */
  restartWith(nodes: { readonly rpcUrl: string; readonly secondRpcUrl: string | null }): Promise<void>;
  /** Restarts the signer with other settings on its data, and custody too. */
  restartSigner(settings: Readonly<Record<string, string>>): Promise<void>;
}

interface UtxoTestSettings {
  readonly consolidateAbove?: number;
  readonly cold?: ColdSettings;
  /** How long withdrawals are gathered for one transaction; by default each has its own. */
  readonly gatherMs?: number;
  /** Dogecoin's rules on the same chain. */
  readonly as?: 'LTC' | 'DOGE';
}

export async function openTestLitecoinCustody(
  settings: UtxoTestSettings = {},
  through?: (url: string) => Promise<string>,
): Promise<TestLitecoinCustody> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-'));
  const ledger = await openTestLedger();
  const chain = await openTestLitecoin(130);
  const { as = 'LTC', gatherMs = 0, ...rules } = settings;
  // New exchanges don't list it.
  if (as === 'DOGE') await ledger.gateway.submit({ type: 'openAsset', asset: { code: 'DOGE', decimals: 6 } });
  const startSigner = (more: Readonly<Record<string, string>> = {}): Promise<DemoChains> =>
    openDemoChains({
      dataDir: folder,
      withdrawalMacKey,
      blockSeconds: null,
      log: ledger.log,
      chains: [],
      signer: { [`SIGNER_${as}`]: JSON.stringify({ ...limitsOf[as], cold: rules.cold?.address }), ...more },
    });
  await createQuickKeystore(folder);
  let signer = await startSigner();
  let nodes: { readonly rpcUrl: string; readonly secondRpcUrl: string | null } = through
    ? { rpcUrl: await through(chain.url), secondRpcUrl: chain.url }
    : { rpcUrl: chain.url, secondRpcUrl: null };
  const open = (gathering = gatherMs): Promise<Custody> =>
    ledger.openCustody({ chain: as, ...nodes, signerSocket: signer.signerSocket, confirmations, ...rules }, undefined, {
      gatherMs: gathering,
    });
  let custody = await open();
  const tickAfter = async (blocks: number, mine: () => Promise<void>): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await mine();
      await custody.tick();
    }
  };
  return {
    ...ledger,
    chain,
    get signer() {
      return signer;
    },
    get custody() {
      return custody;
    },
    newAddress: () => ledger.newAddress(as),
    advance: (blocks = 1) => tickAfter(blocks, () => chain.mine()),
    advanceEmpty: (blocks = 1) => tickAfter(blocks, () => chain.mineWith()),
    restart: async (gathering) => {
      custody = await open(gathering);
    },
    restartWith: async (others) => {
      nodes = others;
      custody = await open();
    },
    restartSigner: async (more) => {
      await signer.close();
      signer = await startSigner(more);
      custody = await open();
    },
    close: async () => {
      await ledger.close();
      await signer.close();
      await chain.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** 40 coins per payment and 1,000 per day. */
const limitsOf = {
  LTC: { network: 'litecoin-regtest', one: '4000000000', day: '100000000000', feeMax: '10000000' },
  DOGE: { network: 'dogecoin-on-litecoin-regtest', one: '4000000000', day: '100000000000', feeMax: '200000000' },
};
const outside = new UtxoPublicKeys(new UtxoPrivateKeys(new Uint8Array(32).fill(77), litecoin).xpub, litecoin);

/** Returns an outside address, another one for each number. */
export function outsideAddress(index: number): string {
  return outside.addressOf({ branch: 0, index });
}
