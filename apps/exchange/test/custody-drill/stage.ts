import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hotKey, PublicKeys, utxoNetworks, UtxoPublicKeys } from '@fft/chains';
import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { type DemoChains, type EvmDemo, type LitecoinDemo, openDemoChains } from '../../src/demo/chain/demo-chains.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';

const confirmations = 3;
const minePauseMs = 300;
const openWithinMs = 60_000;

/** Real chains with blocks every moment, a signer, and an exchange over both, the latter two to be killed. */
export interface CustodyStage {
  readonly database: Database;
  readonly url: string;
  readonly evm: EvmDemo;
  readonly litecoin: LitecoinDemo;
  /** The hot wallets' addresses. */
  readonly hot: { readonly ETH: string; readonly LTC: string };
  readonly exchange: () => GatewayProcess;
  /** Kills the exchange, and starts another in its place. */
  replaceExchange(): Promise<void>;
  /** Kills the signer, which is started again. */
  killSigner(): void;
  close(): Promise<void>;
}

/** @param url of a database that is empty, or migrated and empty */
export async function setCustodyStage(url: string): Promise<CustodyStage> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-drill-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const demo = await openDemoChains({ dataDir: folder, blockSeconds: null, log });
  closing.defer(() => demo.close());
  const { evm, litecoin } = demo;
  if (!evm || !litecoin) throw new Error('the drill needs anvil and litecoind');
  const database = openDatabase(url);
  closing.defer(() => database.close());
  const start = () => startGatewayProcess(settingsOf(url, folder, { demo, evm, litecoin }));
  let exchange = await start();
  closing.defer(() => exchange.kill());
  const hot = await hotWallets(database);
  await demo.fund('ETH', hot.ETH);
  await demo.fund('LTC', hot.LTC);
  closing.defer(keepMining(evm, litecoin));
  const opened = closing.move();
  return {
    database,
    url,
    evm,
    litecoin,
    hot,
    exchange: () => exchange,
    replaceExchange: async () => {
      await exchange.kill();
      exchange = await start();
    },
    killSigner: () => {
      const pid = demo.signerPid();
      if (pid !== null) process.kill(pid, 'SIGKILL');
    },
    close: () => opened.disposeAsync(),
  };
}

interface Chains {
  readonly demo: DemoChains;
  readonly evm: EvmDemo;
  readonly litecoin: LitecoinDemo;
}

function settingsOf(url: string, folder: string, { demo, evm, litecoin }: Chains): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: folder,
    EVM_RPC_URL: evm.rpcUrl,
    EVM_USDT: evm.bank.usdt,
    EVM_CONFIRMATIONS: String(confirmations),
    LTC_RPC_URL: litecoin.rpcUrl,
    LTC_CONFIRMATIONS: String(confirmations),
    SIGNER_SOCKET: demo.signerSocket,
  };
}

/** Once the exchange follows both chains. */
async function hotWallets({ db }: Database): Promise<{ ETH: string; LTC: string }> {
  const end = performance.now() + openWithinMs;
  for (;;) {
    const rows = await db.selectFrom('chain_blocks').select('chain').distinct().execute();
    if (rows.length === 2) break;
    if (performance.now() > end) throw new Error('the exchange does not follow its chains');
    await delay(50);
  }
  const chains = await db.selectFrom('custody_chains').select(['chain', 'xpub']).execute();
  const xpubOf = (chain: string): string => chains.find((one) => one.chain === chain)?.xpub ?? '';
  return {
    ETH: new PublicKeys(xpubOf('ETH')).addressOf(hotKey),
    LTC: new UtxoPublicKeys(xpubOf('LTC'), utxoNetworks['litecoin-regtest']).addressOf(hotKey),
  };
}

/** Until what it answers is called. */
function keepMining(evm: EvmDemo, litecoin: LitecoinDemo): () => Promise<void> {
  const over = new AbortController();
  const mining = (async () => {
    while (!over.signal.aborted) {
      await Promise.all([evm.bank.mine(), litecoin.bank.mine(1)]);
      await delay(minePauseMs);
    }
  })();
  return async () => {
    over.abort();
    await mining;
  };
}
