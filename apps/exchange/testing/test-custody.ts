import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finality, fakeToken, lowerCaseAddress, testDisperse, testPayer, tokenAbi } from '@fft/chains';
import {
  createTestClient,
  getContractAddress,
  http,
  publicActions,
  walletActions,
  type Address,
  type Hash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ColdSettings } from '../src/custody/treasury/cold-keeper.ts';
import type { Custody } from '../src/custody/custody.ts';
import type { ChainSettings } from '../src/custody/chains/open-chain.ts';
import { type DemoChains, openDemoChains } from '../../demo/src/chain/demo-chains.ts';
import type { EvmDemo } from '../../demo/src/chain/evm-demos.ts';
import { createQuickKeystore } from './quick-keystore.ts';
import { withdrawalMacKey } from './test-authority.ts';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

/** The second of a local chain's well-known accounts: an outsider. */
const outsider = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
export const ether = 10n ** 18n;
export const confirmations = 3;

/** A real chain that mines on demand, a real signer, and the exchange's custody over both. */
export interface TestCustody extends Omit<TestLedger, 'newAddress' | 'openCustody'> {
  readonly chain: EvmDemo;
  readonly outsider: Address;
  readonly custody: Custody;
  /** Settings of the chain, with the current signer. */
  readonly settings: ChainSettings;
  readonly hot: Address;
  /** Creates an address of a new customer. */
  newAddress(): Promise<{ readonly customer: number; readonly address: Address }>;
  /** Sends a payment from the outsider; it stays unmined. */
  pay(contract: Address | null, to: Address, amount: bigint): Promise<Hash>;
  /** The outsider calls one of the test's contracts. */
  readonly node: ReturnType<typeof openNode>;
  readonly payer: Address;
  readonly fake: Address;
  /** The contract that makes several payments of a token, where the options ask for it. */
  readonly disperse: Address | null;
  mine(blocks?: number): Promise<void>;
  /** Mines this many blocks, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
  /** Kills custody and starts it again on the same database and ledger, by these nodes if they are given. */
  restart(rpcUrls?: readonly string[]): Promise<void>;
  /** The same, which waits this long for tables that are behind the journal, until its next start. */
  restartWaiting(tablesWithinMs: number): Promise<void>;
  /** Restarts the signer with other settings on its data, and custody too. */
  restartSigner(settings: Readonly<Record<string, string>>): Promise<void>;
}

function openNode(url: string) {
  return createTestClient({ mode: 'anvil', account: outsider, transport: http(url), pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

/** Starts an EVM chain with a signer, without custody. */
export async function openTestChain(
  dataDir: string,
  log: TestLedger['log'],
  signer: Readonly<Record<string, string>> = {},
): Promise<{ readonly demo: DemoChains; readonly evm: EvmDemo }> {
  await createQuickKeystore(dataDir);
  const demo = await openDemoChains({ dataDir, withdrawalMacKey, blockSeconds: null, log, chains: ['ETH'], signer });
  if (!demo.evm) throw new Error('the local chain needs Linux on x64');
  for (const job of demo.jobs) job.start();
  return { demo, evm: demo.evm };
}

interface TestCustodyOptions {
  readonly cold?: ColdSettings;
  readonly traces?: boolean;
  readonly finality?: Finality;
  /** Returns the URL that custody uses instead of the node's own. */
  readonly through?: (url: string) => Promise<string>;
  /** Returns the URL of a second node. */
  readonly second?: (url: string) => Promise<string>;
  /** How long withdrawals of a token are gathered for one call of a contract, which signer and custody then know; by default each is paid alone. */
  readonly gatherMs?: number;
  /** Returns the URLs of all nodes. */
  readonly nodes?: (url: string) => Promise<readonly string[]>;
}

export async function openTestCustody({
  cold,
  traces = false,
  finality = 'depth',
  through,
  second,
  gatherMs = 0,
  nodes: all,
}: TestCustodyOptions = {}): Promise<TestCustody> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-'));
  const ledger = await openTestLedger();
  const { demo, evm: chain } = await openTestChain(folder, ledger.log, cold ? { SIGNER_COLD: cold.address } : {});
  let { signerSocket } = demo;
  const signers: DemoChains[] = [];
  const { bank } = chain;
  const node = openNode(chain.rpcUrl);
  const rpcUrl = through ? await through(chain.rpcUrl) : chain.rpcUrl;
  const secondRpcUrl = second ? await second(chain.rpcUrl) : null;
  const two = secondRpcUrl === null ? [rpcUrl] : [rpcUrl, secondRpcUrl];
  let nodes = { rpcUrls: all ? await all(chain.rpcUrl) : two };
  let disperse: Address | null = null;
  const settings = (): ChainSettings => ({
    chain: 'ETH',
    contracts: chain.contracts,
    ...nodes,
    signerSocket,
    confirmations,
    cold,
    traces,
    finality,
    disperse,
  });
  const open = (tablesWithinMs?: number): Promise<Custody> =>
    ledger.openCustody(settings(), undefined, { gatherMs, tablesWithinMs });
  let custody = await open();
  const chainId = await node.getChainId();
  const viemChain = {
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  };

  async function deploy(bytecode: `0x${string}`): Promise<Address> {
    const nonce = await node.getTransactionCount({ address: outsider.address, blockTag: 'pending' });
    await node.deployContract({ abi: [], bytecode, chain: viemChain });
    return lowerCaseAddress(getContractAddress({ from: outsider.address, nonce: BigInt(nonce) }));
  }

  const fake = await deploy(fakeToken.bytecode);
  const payer = await deploy(testPayer.bytecode);
  if (gatherMs > 0) disperse = await deploy(testDisperse.bytecode);
  await demo.fund('ETH', custody.hot);
  await bank.send(bank.usdt, lowerCaseAddress(outsider.address), 10n ** 12n);
  await bank.send(bank.usdt, payer, 10n ** 12n);
  await node.mine({ blocks: 1 });
  await custody.tick();

  let hot = lowerCaseAddress(custody.hot);

  async function restartSigner(changed: Readonly<Record<string, string>>): Promise<void> {
    const limit = { one: String(200n * ether), day: String(2_000n * ether) };
    const limits = {
      SIGNER_CHAIN_ID: String(chainId),
      SIGNER_LIMITS: JSON.stringify({ native: limit, [bank.usdt]: limit }),
      ...(disperse !== null && { SIGNER_DISPERSE: disperse }),
    };
    const options = { dataDir: folder, withdrawalMacKey, blockSeconds: null, log: ledger.log, chains: [] };
    const other = await openDemoChains({ ...options, signer: { ...limits, ...changed } });
    signers.push(other);
    ({ signerSocket } = other);
    custody = await open();
    hot = lowerCaseAddress(custody.hot);
  }
  if (disperse !== null) await restartSigner({});

  return {
    ...ledger,
    chain,
    node,
    payer,
    fake,
    disperse,
    outsider: lowerCaseAddress(outsider.address),
    get hot() {
      return hot;
    },
    get custody() {
      return custody;
    },
    get settings() {
      return settings();
    },
    advance: async (blocks = 1) => {
      for (let block = 0; block < blocks; block += 1) {
        await node.mine({ blocks: 1 });
        await custody.tick();
      }
    },
    newAddress: async () => {
      const { customer, address } = await ledger.newAddress('ETH');
      return { customer, address: lowerCaseAddress(address) };
    },
    pay: (contract, to, amount) =>
      contract === null
        ? node.sendTransaction({ to, value: amount, chain: viemChain })
        : node.writeContract({
            address: contract,
            abi: tokenAbi,
            functionName: 'transfer',
            args: [to, amount],
            chain: viemChain,
            gas: 100_000n,
          }),
    mine: (blocks = 1) => node.mine({ blocks }),
    restart: async (rpcUrls) => {
      if (rpcUrls) nodes = { rpcUrls };
      custody = await open();
    },
    restartWaiting: async (tablesWithinMs) => {
      custody = await open(tablesWithinMs);
    },
    restartSigner,
    close: async () => {
      await ledger.close();
      for (const other of signers) await other.close();
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
