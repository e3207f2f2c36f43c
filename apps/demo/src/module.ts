import { lowerCaseAddress } from '@fft/chains';
import type { ChainRecords, ChainSettings } from '../../exchange/src/custody/index.ts';
import type { Context, ContextOf } from '../../exchange/src/context.ts';
import {
  type Demo,
  type DemoModule,
  type DemoNeeds,
  type MarketNeeds,
  noMarket,
  type ReachableChains,
} from '../../exchange/src/demo/demo.ts';
import type { Ledger } from '../../exchange/src/ledger/open-ledger.ts';
import { type Api, route } from '../../exchange/src/transport/http/route.ts';
import { createJob, type Job } from '../../exchange/src/platform/jobs.ts';
import { SandboxBank } from './bank/sandbox-bank.ts';
import { serveSandboxBank } from './bank/serve-bank.ts';
import { findAnvil } from './chain/anvil.ts';
import { type DemoChains, openDemoChains } from './chain/demo-chains.ts';
import type { DemoEvmChain, EvmDemo } from './chain/evm-demos.ts';
import { bitcoinProgram, findUtxoProgram, litecoinProgram } from './chain/litecoind.ts';
import { solanaFeeMax } from './chain/solana/solana-demo.ts';
import { offerChains, placeOf, type ReachedChains, reachChains } from './chain/shared-chains.ts';
import { serveFaucet, type FaucetOptions } from './faucet.ts';
import { bindMailbox } from './mailbox.ts';
import { openDemoMarket, type DemoMarket } from './market/demo-market.ts';
import { readDemoMarketFile } from './market/open-file.ts';
import { runMaker } from './market/run-maker.ts';
import { calls } from '@fft/contract';

/** Private chains, a faucet, a mailbox, a sandbox bank, and a made-up market. */
export const demo: Demo = {
  openChains: async (context) => {
    const chains = await openChains(context);
    return chains && { place: placeOf(chains), handlers: offerChains(chains), jobs: chains.jobs };
  },
  begin: (context, shared) => {
    const chains = beginChains(context, shared);
    let market: DemoMarket | null = null;
    return {
      openMarket: async ({ ensureCustomer }) => {
        market = await openMarket(context, ensureCustomer);
        const { orderLimits, playHistory } = market ?? noMarket;
        return { accounts: await findMadeUpAccounts(context, market), orderLimits, playHistory };
      },
      create: async (needs) => createDemo(context, { ...needs, market, chains: await chains }),
    };
  },
};

/** Opens the made-up market. Null if the settings have none. */
async function openMarket(
  { settings, storage, now, say }: ContextOf<'demo'>,
  ensureCustomer: MarketNeeds['ensureCustomer'],
): Promise<DemoMarket | null> {
  if (!settings.maker) return null;
  return openDemoMarket({ dataDir: settings.dataDir, journal: storage.journal, ensureCustomer, now, say });
}

async function findMadeUpAccounts(
  { settings, storage }: ContextOf<'demo'>,
  market: DemoMarket | null,
): Promise<readonly number[]> {
  if (market) return market.accounts;
  const file = await readDemoMarketFile(settings.dataDir);
  if (file === null) return [];
  const emails = [file.maker.email, file.taker.email];
  const rows = await storage.pools.money.db
    .selectFrom('customers')
    .select('id')
    .where('email', 'in', emails)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const bankEveryMs = 500;

interface Needs extends DemoNeeds {
  readonly market: DemoMarket | null;
  readonly chains: ReachedChains | null;
}

async function createDemo(
  context: ContextOf<'demo'>,
  { ledger, market, mailbox, chains: opened, chainRecords, replaceApiKeys }: Needs,
): Promise<DemoModule> {
  const { settings, storage, log, now, lifecycle } = context;
  const { host, gateway, directory } = ledger;
  await market?.fund(host, gateway);
  const { demoBank, bankFolder } = settings;
  const sandbox =
    demoBank && bankFolder !== null ? new SandboxBank({ folder: bankFolder, db: storage.pools.reading.db, now }) : null;
  return {
    chains: opened && {
      chains: chainsOf(opened, settings.confirmations),
      beforeOpen: (chain: string) => opened.start(chain),
      onOpen: (chain: string, hot: string) => opened.fund(chain, hot),
    },
    startMaker: (url: string): void => {
      if (market === null || !context.isGateway) return;
      const maker = runMaker({
        databaseUrl: storage.url,
        url,
        file: market.file,
        createKeys: () => createMakerKeys(market, replaceApiKeys),
        log,
      });
      lifecycle.onClose(() => maker.close());
    },
    routes: (api: Api) => {
      if (mailbox) bindMailbox(api, mailbox);
      if (sandbox) serveSandboxBank(api, sandbox);
      bindDemoMarket(api, { isMadeUp: market !== null });
      const sendOverChain = sendingOver(opened, chainRecords);
      serveFaucet({ api, db: storage.pools.money.db, directory, host, gateway, now, sendOverChain });
    },
    jobs: [...(opened?.jobs ?? []), ...(sandbox ? [bankJob(context, sandbox, ledger)] : [])],
  };
}

/** The sandbox bank executes payments in one process: the one that writes the tables. */
function bankJob({ isGateway }: ContextOf<'demo'>, bank: SandboxBank, { projector }: Ledger): Job {
  const leaderOnly = (): boolean => isGateway && projector.isWriting;
  return createJob({ name: 'demo.bank', everyMs: bankEveryMs, leaderOnly, run: () => bank.work() });
}

/** Creates API keys of the maker and the taker, in the form that the maker's process reads. */
async function createMakerKeys({ accounts }: DemoMarket, replace: DemoNeeds['replaceApiKeys']): Promise<string> {
  const rights = ['read', 'trade'] as const;
  const keys = await Promise.all(accounts.map((account) => replace(account, { name: 'Demo market', rights })));
  return keys.map(({ id, secret }) => `${id}:${secret}`).join(',');
}

/** Reaches the chains of another process on this machine, or begins to open them, which takes seconds. Awaiting the promise throws a failure. */
function beginChains(
  context: ContextOf<'demo'>,
  shared: ReachableChains | null | undefined,
): Promise<ReachedChains | null> {
  const opening: Promise<ReachedChains | null> =
    shared === undefined
      ? openChains(context)
      : Promise.resolve(shared && reachChains(shared.place, shared.supervisor));
  opening.catch(() => undefined);
  return opening;
}

/**
 * Opens the chains. Null if no chain's program is installed: the faucet then credits coins without a chain. The lifecycle closes the chains, even
 * while they open.
 */
async function openChains({
  settings,
  secrets,
  log,
  lifecycle,
}: Pick<ContextOf<'demo'>, 'settings' | 'secrets' | 'log' | 'lifecycle'>): Promise<DemoChains | null> {
  if (!settings.roles.includes('custody') || !settings.demoChain) return null;
  const chosen = Object.entries(settings.demoPrograms).flatMap(([name, path]) =>
    path === null ? [] : [[name, path] as const],
  );
  const environment: NodeJS.ProcessEnv = { ...process.env, ...Object.fromEntries(chosen) };
  const utxo = [litecoinProgram, bitcoinProgram].some((one) => findUtxoProgram(one, environment) !== null);
  if (findAnvil() === null && !utxo) return null;
  const { dataDir, demoBlockSeconds: blockSeconds } = settings;
  const later = ['BSC', 'POLYGON'] as const;
  const { withdrawalMacKey } = secrets;
  const opening = openDemoChains({ dataDir, withdrawalMacKey, blockSeconds, log, later, environment, solana: true });
  lifecycle.onClose(() =>
    opening.then(
      (chains) => chains.close(),
      () => undefined,
    ),
  );
  return opening;
}

function chainsOf(
  { signerSocket, evm, later, utxo, solana }: ReachedChains,
  confirmations: Context['settings']['confirmations'],
): ChainSettings[] {
  const evmOf = (chain: DemoEvmChain, { rpcUrl, contracts }: Pick<EvmDemo, 'rpcUrl' | 'contracts'>) => {
    return { chain, signerSocket, confirmations: confirmations[chain], rpcUrls: [rpcUrl], contracts };
  };
  return [
    ...(evm ? [evmOf('ETH', evm)] : []),
    ...later.map((one) => evmOf(one.chain, one)),
    ...(['LTC', 'BTC'] as const).flatMap((chain) => {
      const rpcUrl = utxo[chain]?.rpcUrl;
      return rpcUrl === undefined ? [] : [{ chain, signerSocket, confirmations: confirmations[chain], rpcUrl }];
    }),
    ...(solana ? [solanaSettings(solana.rpcUrl, { signerSocket, confirmations: confirmations.SOL })] : []),
  ];
}

function solanaSettings(rpcUrl: string, common: Pick<ChainSettings, 'signerSocket' | 'confirmations'>): ChainSettings {
  return { chain: 'SOL', rpcUrl, feeMax: solanaFeeMax, contracts: {}, ...common };
}

/** Sends coins over the demo's chains: at least the smallest amount that is credited, at most what the bank has. */
function sendingOver(chains: ReachedChains | null, { depositPlaces }: ChainRecords): FaucetOptions['sendOverChain'] {
  return async (customer, coin, units) => {
    if (!chains) return null;
    const { utxo, solana } = chains;
    for (const { chain, contract, amountOf, address } of await depositPlaces(customer, coin)) {
      const amount = amountOf(units);
      if (amount === null) continue;
      const to = await address();
      const evm = await chains.start(chain);
      if (evm) {
        return () => evm.bank.send(contract === null ? null : lowerCaseAddress(contract), lowerCaseAddress(to), amount);
      }
      if (chain === 'SOL' && solana) return () => solana.bank.send(contract, to, amount);
      const bank = chain === 'LTC' || chain === 'BTC' ? utxo[chain]?.bank : undefined;
      if (bank && (await bank.has(amount))) return () => bank.send(to, amount);
    }
    return null;
  };
}

/** Reports whether this demo's market is made up. Demo only. */
function bindDemoMarket(api: Api, answer: { readonly isMadeUp: boolean }): void {
  route(api, calls.demo.market, () => answer);
}
