import { small, toChainUnits } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox } from './content/inbox.ts';
import { depositAddressOf, readChains } from './custody/chain-facts.ts';
import { leastDeposit } from './custody/coins.ts';
import { keepCustody, type KeptCustody } from './custody/keep-custody.ts';
import type { ChainSettings } from './custody/open-chain.ts';
import type { Worth } from './custody/sweep-worth.ts';
import type { Tables } from './database/tables.ts';
import { findAnvil } from './demo/chain/anvil.ts';
import { type DemoChains, openDemoChains } from './demo/chain/demo-chains.ts';
import { findLitecoind } from './demo/chain/litecoind.ts';
import type { FaucetOptions } from './demo/faucet.ts';
import type { Directory } from './ledger/listings/directory.ts';
import { ControlPrices } from './markets/prices/control-prices.ts';
import type { Settings } from './config/settings.ts';
import type { Trading } from './open-trading.ts';
import type { Storage } from './ledger/storage.ts';
import type { Authority, Desk } from './funds/withdrawals/index.ts';

export interface OpenCustodyOptions {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly trading: Trading;
  readonly desk: Desk;
  readonly authority: Authority;
  /** What the demo's signer is to believe. */
  readonly withdrawalMacKey: string;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
  readonly closing: AsyncDisposableStack;
}

export interface OpenedCustody {
  /** Only in the demo. */
  readonly demo: DemoChains | null;
  readonly custody: KeptCustody | null;
}

const demoBlockSeconds = 2;

/** Follows the chains of the settings, or the demo's own. */
export async function openCustodyOf(options: OpenCustodyOptions): Promise<OpenedCustody> {
  const { settings, storage, trading, withdrawalMacKey, closing, ...parts } = options;
  if (!settings.roles.includes('custody')) return { demo: null, custody: null };
  const { dataDir } = settings;
  // Where no chain's program is there, the demo's coins are credited without one.
  const hasDemo = settings.demoChain && (findAnvil() ?? findLitecoind()) !== null;
  const demoOptions = { dataDir, withdrawalMacKey, blockSeconds: demoBlockSeconds, log: parts.log };
  const demo = hasDemo ? await openDemoChains(demoOptions) : null;
  if (demo) closing.defer(() => demo.close());
  const chains = demo ? chainsOfDemo(demo, settings) : settings.chains;
  if (chains.length === 0) return { demo: null, custody: null };
  for (const { chain } of demo ? [] : chains.filter(({ secondRpcUrl }) => !secondRpcUrl))
    parts.log.warn({ chain }, 'one node alone is believed: where it lies, what never came is credited');
  const { engine } = trading.host;
  const rules = settings.controlPrices;
  const prices = new ControlPrices({ ...trading, db: storage.longRunning.db, engine, rules, now: parts.now });
  const worth: Worth = (coin, units) => prices.usdtUnits(coin, units);
  const custody = keepCustody({
    ...trading,
    ...parts,
    db: storage.pools.custody.db,
    chains,
    sweeping: settings.sweeping,
    secondNodeFromUsdt: settings.secondNodeFromUsdt,
    worth,
    databaseUrl: storage.url,
    ...(demo && { onOpen: (chain, hot) => demo.fund(chain, hot) }),
  });
  closing.defer(() => custody.close());
  return { demo, custody };
}

function chainsOfDemo({ signerSocket, evm, litecoin }: DemoChains, { confirmations }: Settings): ChainSettings[] {
  return [
    ...(evm ? [{ chain: 'ETH' as const, signerSocket, confirmations: confirmations.ETH, ...evm }] : []),
    ...(litecoin ? [{ chain: 'LTC' as const, signerSocket, confirmations: confirmations.LTC, ...litecoin }] : []),
  ];
}

/** How the demo's faucet sends coins: those of the demo's chains, not less than is credited, and not more than the bank has. */
export function sendingOver(
  demo: DemoChains | null,
  db: Kysely<Tables>,
  directory: Directory,
): FaucetOptions['sendOverChain'] {
  return async (customer, name, units) => {
    if (!demo) return null;
    for (const facts of await readChains(db, directory)) {
      const coin = facts.coins.byName(name);
      if (!coin || units < leastDeposit(coin)) continue;
      const to = await depositAddressOf(db, facts, customer);
      const amount = toChainUnits(units, coin.ledgerDecimals, coin.chainDecimals);
      const { evm, litecoin } = demo;
      if (facts.chain === 'ETH' && evm) {
        const contract = coin.contract === null ? null : small(coin.contract);
        return () => evm.bank.send(contract, small(to), amount);
      }
      if (facts.chain === 'LTC' && litecoin?.bank.has(amount)) return () => litecoin.bank.send(to, amount);
    }
    return null;
  };
}
