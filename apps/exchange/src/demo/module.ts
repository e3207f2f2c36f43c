import { lowerCaseAddress } from '@fft/chains';
import type { ChainRecords, ChainSettings } from '../custody/index.ts';
import type { Context } from '../ledger/context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { Mailbox } from '../platform/mail/mailbox.ts';
import type { Api } from '../transport/http/route.ts';
import { findAnvil } from './chain/anvil.ts';
import { type DemoChains, openDemoChains } from './chain/demo-chains.ts';
import { findLitecoind } from './chain/litecoind.ts';
import { serveFaucet, type FaucetOptions } from './faucet.ts';
import { bindMailbox } from './mailbox.ts';
import { bindDemoMarket } from './market/bind-demo-market.ts';
import { openDemoMarket, type DemoMarket, type DemoMarketOptions } from './market/demo-market.ts';
import { runMaker } from './market/run-maker.ts';

/** Opens the demo's made-up market before the ledger; null if the settings have none. */
export async function createDemoMarket(
  { settings, storage, now, say }: Context,
  { ensureCustomer }: Pick<DemoMarketOptions, 'ensureCustomer'>,
): Promise<DemoMarket | null> {
  if (!settings.maker) return null;
  return openDemoMarket({ dataDir: settings.dataDir, journal: storage.journal, ensureCustomer, now, say });
}

export interface DemoNeeds {
  readonly ledger: Ledger;
  readonly market: DemoMarket | null;
  readonly mailbox: Mailbox | null;
  readonly chainRecords: ChainRecords;
}

const blockSeconds = 2;

/** Creates the demo's own parts: private chains, a faucet, a mailbox, and a market maker. */
export async function createDemo(context: Context, { ledger, market, mailbox, chainRecords }: DemoNeeds) {
  const { settings, storage, log, now, lifecycle } = context;
  const { host, gateway, directory } = ledger;
  const opened = await openChains(context);
  await market?.fund(host, gateway);
  return {
    service: {
      /** Chains to follow instead of those of the settings; null without them. */
      chains: opened && {
        chains: chainsOf(opened, settings.confirmations),
        onOpen: (chain: string, hot: string) => opened.fund(chain, hot),
      },
      /** Starts the market maker, which trades over HTTP at this address. */
      startMaker: (url: string): void => {
        if (market === null || !context.isGateway) return;
        const maker = runMaker({ databaseUrl: storage.url, url, file: market.file, log });
        lifecycle.onClose(() => maker.close());
      },
    },
    routes: (api: Api) => {
      if (settings.mode !== 'demo') return;
      if (mailbox) bindMailbox(api, mailbox);
      bindDemoMarket(api, { isMadeUp: market !== null });
      const sendOverChain = sendingOver(opened, chainRecords);
      serveFaucet({ api, db: storage.pools.money.db, directory, host, gateway, now, sendOverChain });
    },
    jobs: opened?.jobs ?? [],
  };
}

/** Returns null if no chain's program is installed; the demo's coins are then credited without a chain. */
async function openChains({ settings, secrets, log, lifecycle }: Context): Promise<DemoChains | null> {
  if (!settings.roles.includes('custody') || !settings.demoChain) return null;
  if ((findAnvil() ?? findLitecoind()) === null) return null;
  const { dataDir } = settings;
  const chains = await openDemoChains({ dataDir, withdrawalMacKey: secrets.withdrawalMacKey, blockSeconds, log });
  lifecycle.onClose(() => chains.close());
  return chains;
}

function chainsOf(
  { signerSocket, evm, litecoin }: DemoChains,
  confirmations: Context['settings']['confirmations'],
): ChainSettings[] {
  const { rpcUrl, contracts } = evm ?? {};
  return [
    ...(rpcUrl !== undefined && contracts !== undefined
      ? [{ chain: 'ETH' as const, signerSocket, confirmations: confirmations.ETH, rpcUrl, contracts }]
      : []),
    ...(litecoin
      ? [{ chain: 'LTC' as const, signerSocket, confirmations: confirmations.LTC, rpcUrl: litecoin.rpcUrl }]
      : []),
  ];
}

/** Sends coins over the demo's chains: at least the smallest amount that is credited, at most what the bank has. */
function sendingOver(chains: DemoChains | null, { depositPlaces }: ChainRecords): FaucetOptions['sendOverChain'] {
  return async (customer, coin, units) => {
    if (!chains) return null;
    const { evm, litecoin } = chains;
    for (const { chain, contract, amountOf, address } of await depositPlaces(customer, coin)) {
      const amount = amountOf(units);
      if (amount === null) continue;
      const to = await address();
      if (chain === 'ETH' && evm) {
        return () => evm.bank.send(contract === null ? null : lowerCaseAddress(contract), lowerCaseAddress(to), amount);
      }
      if (chain === 'LTC' && litecoin?.bank.has(amount)) return () => litecoin.bank.send(to, amount);
    }
    return null;
  };
}
