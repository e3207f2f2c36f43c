import { toChainUnits } from '@fft/chains';
import type { Kysely } from 'kysely';
import type { Inbox } from '../content/index.ts';
import type { AnyTransaction } from '../database/rooms.ts';
import type { Tables } from './room.ts';
import type { Authority, WithdrawalProcessor } from '../funds/withdrawals/index.ts';
import type { ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { createExplorerLinks } from '../assets/explorers.ts';
import { allNetworks, type Chain } from '../assets/networks.ts';
import type { Job } from '../platform/jobs.ts';
import type { ControlPrices } from '../assets/prices/control-prices.ts';
import type { Gates } from '../transport/http/gates.ts';
import type { Api } from '../transport/http/route.ts';
import { createAgreedRecoveries } from './deposits/agreed-recoveries.ts';
import { type AskedPayment, askPayment } from './payments/ask-payment.ts';
import { depositAddressOf, readChains } from './chain-facts.ts';
import type { FollowableChain } from './chains/chain.ts';
import { minDeposit } from './coins.ts';
import { type ColdSignature, publishColdSignature, readReserveWallets } from './treasury/cold-signatures.ts';
import { readHoldings, readReserves } from './treasury/holdings.ts';
import { readLeaving } from './treasury/solvency.ts';
import { hasOneNode } from './chains/open-chain.ts';
import { followChains, type FollowedChains, type FollowChainsOptions } from './follow-chains.ts';
import { readChainDeposits, readChainPayment, readChainPayments } from './treasury/movements.ts';
import { recipientDoubt } from './payments/recipients.ts';
import { createDepositCalls, serveDeposits } from './deposits/serve-deposits.ts';
import { createReserveSigning } from './treasury/sign-reserves.ts';

/** A chain over which a customer may be sent a coin. */
interface DepositPlace {
  readonly chain: FollowableChain;
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null;
  /** The amount in the chain's units; null where so little is not credited. */
  amountOf(units: number): bigint | null;
  /** The customer's own address there, which is noted as theirs. */
  address(): Promise<string>;
}

/** The books' records of chains, in every process. */
export interface ChainRecords extends ReturnType<typeof createChainRecords> {}

export function createChainRecords(
  { settings, storage, now }: ContextOf<'custody'>,
  { directory }: Pick<Ledger, 'directory'>,
) {
  const { db } = storage.pools.money;
  const { db: reading } = storage.pools.reading;
  const { console: listed } = storage.reads;
  const explorerLinks = createExplorerLinks(db, settings.explorers);
  return {
    explorerLinks,
    recipientDoubt: (place: { readonly chain: Chain; readonly address: string }) => recipientDoubt(db, place),
    readHoldings: () => readHoldings(reading),
    readLeaving: () => readLeaving(reading),
    readReserves: () => readReserves(reading, directory),
    followedCoins: async () =>
      (await readChains(db, directory)).map(({ chain, coins }) => ({
        chain,
        coins: coins.all.map(({ coin }) => coin),
      })),
    readReserveWallets: () => readReserveWallets(db, directory),
    publishColdSignature: (transaction: AnyTransaction, signed: ColdSignature) =>
      publishColdSignature(transaction, directory, signed),
    deposits: (page: Page) => readChainDeposits(listed, directory, { ...page, explorers: settings.explorers }),
    payments: (page: Page) => readChainPayments(listed, directory, page),
    openRecoveries: (authority: Authority) =>
      createAgreedRecoveries({ db: storage.pools.operators.db, authority, now }),
    askPayment: (asked: AskedPayment) => askPayment(storage.pools.operators.db, asked, now()),
    payment: (id: number) => readChainPayment(reading, { tokens: directory.tokens, explorerLinks }, id),
    depositPlaces: (customer: number, coin: string) => depositPlaces(db, { directory, customer, coin }),
  };
}

interface Page {
  readonly before: number;
  readonly limit: number;
}

interface DepositOf extends Pick<Ledger, 'directory'> {
  readonly customer: number;
  readonly coin: string;
}

/** In the order of the listing, whose first network is offered first. */
async function depositPlaces(
  db: Kysely<Tables>,
  { directory, customer, coin: name }: DepositOf,
): Promise<DepositPlace[]> {
  const chains = await readChains(db, directory);
  const listing = allNetworks(directory.tokens);
  const places = chains.flatMap((facts) => {
    const coin = facts.coins.byName(name);
    if (!coin) return [];
    return [
      {
        order: listing.indexOf(coin.network),
        chain: facts.chain,
        contract: coin.contract,
        amountOf: (units: number) =>
          units < minDeposit(coin) ? null : toChainUnits(units, coin.ledgerDecimals, coin.chainDecimals),
        address: () => depositAddressOf(db, facts, customer),
      },
    ];
  });
  return places.toSorted((one, other) => one.order - other.order);
}

export interface CustodyNeeds {
  readonly ledger: Ledger;
  readonly gates: Gates;
  readonly inbox: Inbox;
  readonly prices: ControlPrices;
  readonly withdrawals: { readonly processor: WithdrawalProcessor; readonly authority: Authority };
  /** The demo's own chains in place of those of the settings; null without them. */
  readonly demo: Pick<FollowChainsOptions, 'chains' | 'onOpen' | 'beforeOpen'> | null;
}

/** Follows chains, credits what comes in, pays what goes out, and sweeps. */
export function createCustody(context: ContextOf<'custody'>, needs: CustodyNeeds) {
  const { storage, lifecycle } = context;
  const { ledger, gates } = needs;
  const { host, directory } = ledger;
  const followed = follow(context, needs);
  if (followed) lifecycle.onClose(() => followed.close());
  const { pools, reads } = storage;
  const deposits = createDepositCalls({
    db: pools.money.db,
    reading: reads.lists,
    directory,
    host,
    gates,
    explorers: context.settings.explorers,
  });
  return {
    service: { report: followed?.report ?? null, deposits },
    routes: (api: Api) => serveDeposits(api, deposits),
    jobs: followed ? [...followed.jobs, signReserves(context, needs)] : [],
  };
}

function signReserves({ settings, storage, log, now }: ContextOf<'custody'>, { ledger, demo }: CustodyNeeds): Job {
  const chains = demo?.chains ?? settings.chains;
  return createReserveSigning({ db: storage.pools.custody.db, directory: ledger.directory, chains, log, now });
}

/** Null where this process follows no chain. */
function follow({ settings, storage, log, now }: ContextOf<'custody'>, needs: CustodyNeeds): FollowedChains | null {
  const { ledger, inbox, prices, withdrawals, demo } = needs;
  const { host, gateway, directory } = ledger;
  const chains = demo?.chains ?? settings.chains;
  if (!settings.roles.includes('custody') || chains.length === 0) return null;
  for (const { chain } of demo ? [] : chains.filter(hasOneNode)) log.warn({ chain }, 'secondNode.notConfigured');
  return followChains({
    host,
    gateway,
    directory,
    inbox,
    processor: withdrawals.processor,
    authority: withdrawals.authority,
    db: storage.pools.custody.db,
    chains,
    sweeping: settings.sweeping,
    gatherMs: settings.batchSeconds * 1_000,
    secondNodeFromUsdt: settings.secondNodeFromUsdt,
    worth: (coin, units) => prices.usdtUnits(coin, units),
    databaseUrl: storage.url,
    log,
    now,
    ...(demo?.onOpen && { onOpen: demo.onOpen }),
    ...(demo?.beforeOpen && { beforeOpen: demo.beforeOpen }),
  });
}
