import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KnownEvmChain, lowerCaseAddress } from '@fft/chains';
import { createTestClient, http, publicActions, type Address } from 'viem';
import type { Custody } from '../src/custody/custody.ts';
import type { EvmSettings } from '../src/custody/chains/evm/open-evm.ts';
import { type DemoChains, openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import type { EvmDemo } from '../../demo/src/chain/evm-demos.ts';
import { createQuickKeystore } from './quick-keystore.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

const confirmations = 3;

function openNode(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20, cacheTime: 0 }).extend(
    publicActions,
  );
}

/** A followed network: its real chain, which mines on demand, and custody over it. */
export interface TestNetwork {
  readonly chain: EvmDemo;
  readonly node: ReturnType<typeof openNode>;
  readonly settings: EvmSettings;
  custody: Custody;
  /** The bank pays; in a block at once. */
  pay(contract: Address | null, to: string, amount: bigint): Promise<void>;
  /** Mines this many blocks, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
}

/** Ethereum and BNB Smart Chain, where USDT has 6 and 18 decimals, with one signer and one ledger. */
export interface TestNetworks {
  readonly ledger: TestLedger;
  readonly demo: DemoChains;
  readonly eth: TestNetwork;
  readonly bsc: TestNetwork;
  close(): Promise<void>;
}

export async function openTestNetworks(): Promise<TestNetworks> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-networks-'));
  const ledger = await openTestLedger();
  const options = { dataDir, withdrawalMacKey, blockSeconds: null, log: ledger.log };
  await createQuickKeystore(options.dataDir);
  const demo = await openDemoChains({ ...options, chains: ['ETH', 'BSC'] });
  const all: Custody[] = [];
  const open = async (name: KnownEvmChain): Promise<TestNetwork> => {
    const chain = demo.networks[name];
    if (!chain) throw new Error('the local chains need Linux on x64');
    const { signerSocket } = demo;
    const { rpcUrl, contracts } = chain;
    const settings = { chain: name, rpcUrls: [rpcUrl], signerSocket, confirmations, contracts };
    const custody = await ledger.openCustody(settings, () => all);
    all.push(custody);
    const node = openNode(rpcUrl);
    const network: TestNetwork = {
      chain,
      node,
      settings,
      custody,
      pay: async (contract, to, amount) => {
        await chain.bank.send(contract, lowerCaseAddress(to), amount);
        await node.mine({ blocks: 1 });
      },
      advance: async (blocks = 1) => {
        for (let block = 0; block < blocks; block += 1) {
          await node.mine({ blocks: 1 });
          await network.custody.tick();
        }
      },
    };
    await demo.fund(name, custody.hot);
    await network.advance();
    return network;
  };
  const [eth, bsc] = [await open('ETH'), await open('BSC')];
  return {
    ledger,
    demo,
    eth,
    bsc,
    close: async () => {
      await ledger.close();
      await demo.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
