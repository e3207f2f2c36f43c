import { calls, type CallOutput, type Deposit, type Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import type { ExplorerSettings } from '../../config/chains.ts';
import type { Tables } from '../room.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import type { Gates } from '../../transport/http/gates.ts';
import { refuse } from '../refusals.ts';
import { route, type Api, type Handler } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { explorerUrl } from '../../assets/explorers.ts';
import { readPauses } from '../../assets/network-pauses.ts';
import { allNetworks, chainName, type Network, secondsUntilFinal } from '../../assets/networks.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { AddressForm, ChainFacts } from '../chains/chain.ts';
import { depositAddressOf, readChains } from '../chain-facts.ts';
import { minDeposit, type ChainCoin } from '../coins.ts';
import { internal, type DepositRow } from './deposits.ts';
import type { DepositState } from './deposit-states.ts';

export interface DepositArea {
  readonly db: Kysely<Tables>;
  /** The pool for lists. */
  readonly reading: Kysely<Tables>;
  readonly directory: Directory;
  readonly host: Pick<EngineHost, 'engine'>;
  readonly gates: Gates;
  readonly explorers: ExplorerSettings;
}

const recentShown = 5;

const wireStates: Readonly<Record<DepositState, Deposit['state']>> = {
  seen: 'confirming',
  crediting: 'confirming',
  credited: 'credited',
  found: 'credited',
  backInDoubt: 'credited',
  small: 'small',
  orphaned: 'gone',
  lost: 'gone',
  inDoubt: 'gone',
  reversed: 'gone',
};

type Deposits = typeof calls.deposits;

/** The calls about deposits, for every door. */
export interface DepositCalls {
  readonly coins: Handler<Deposits['coins']>;
  readonly address: Handler<Deposits['address']>;
  readonly history: Handler<Deposits['history']>;
}

/** Registers the calls about deposits. */
export function serveDeposits(api: Api, { coins, address, history }: DepositCalls): void {
  route(api, calls.deposits.coins, coins);
  route(api, calls.deposits.address, address);
  route(api, calls.deposits.history, history);
}

export function createDepositCalls({ db, reading, directory, host, gates, explorers }: DepositArea): DepositCalls {
  const { tokens } = directory;
  const open = (): Promise<ChainFacts[]> => readChains(db, directory);

  const coins: DepositCalls['coins'] = async (_input, { lang }) => {
    const [followed, pauses] = await Promise.all([open(), readPauses(db)]);
    const ways = followed.flatMap((facts) =>
      facts.coins.all.map((coin) => ({ coin, facts, isPaused: pauses.isPaused('deposits', facts.chain, coin.coin) })),
    );
    const byCoin = Map.groupBy(ways, ({ coin }) => coin.coin);
    const others = host.engine.assets.filter(({ code }) => !byCoin.has(code) && !directory.describe(code).fiat);
    const all = [...byCoin, ...others.map(({ code }): [string, typeof ways] => [code, []])];
    return all.map(([coin, over]) => ({
      coin,
      name: directory.describe(coin).name[lang],
      icon: coin.toLowerCase(),
      chains: over.toSorted(inOrderOf(allNetworks(tokens))).map((way) => chainWire(way, { lang, tokens })),
    }));
  };

  const address: DepositCalls['address'] = async ({ coin: name, chain }, { customer }) => {
    const facts = (await open()).find((one) => one.chain === chain);
    const coin = facts?.coins.byName(name);
    if (!facts || !coin) throw refuse('unknownChain');
    await gates.require('deposit', customer.id);
    if ((await readPauses(db)).isPaused('deposits', chain, name)) throw refuse('depositsPaused');
    const own = await depositAddressOf(db, facts, customer.id);
    const recent = await depositsOf(db, customer.id, { coin: name, before: Infinity, limit: recentShown });
    const answer: CallOutput<typeof calls.deposits.address> = {
      coin: name,
      chain,
      address: own,
      confirmations: facts.confirmations,
      confirmedWithinSeconds: secondsUntilFinal(tokens, facts),
      ...factsOf(coin, facts.addresses),
      uri: facts.addresses.uriOf(coin, own),
      recent: await wires(recent),
    };
    return answer;
  };

  const history: DepositCalls['history'] = async ({ coin, limit, cursor }, { customer }) => {
    const found = await depositsOf(reading, customer.id, { coin, before: readCursor(cursor), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: await wires(page), next: last && found.length > limit ? cursorAfter(last.id) : null };
  };

  async function wires(rows: readonly DepositRow[]): Promise<Deposit[]> {
    if (rows.length === 0) return [];
    const tips = await reading
      .selectFrom('chain_blocks')
      .select(['chain', sql<number>`max(height)`.as('height')])
      .groupBy('chain')
      .execute();
    const chains = await open();
    return rows.flatMap((row) => {
      const facts = chains.find(({ chain }) => chain === row.chain);
      const height = tips.find(({ chain }) => chain === row.chain)?.height ?? 0;
      return facts ? [depositWire(row, directory.asset(row.asset).decimals, { height, facts, explorers })] : [];
    });
  }

  return { coins, address, history };
}

function factsOf(coin: ChainCoin, { shown }: AddressForm) {
  const text = formatDecimal(minDeposit(coin), coin.ledgerDecimals);
  return { minDeposit: text, ...(coin.contract !== null && { contract: shown(coin.contract) }) };
}

/** A coin on a chain that is followed. */
interface Way {
  readonly coin: ChainCoin;
  readonly facts: ChainFacts;
  readonly isPaused: boolean;
}

function chainWire(
  { coin, facts, isPaused }: Way,
  { lang, tokens }: { readonly lang: Lang } & Pick<Directory, 'tokens'>,
) {
  const { chain, confirmations, addresses } = facts;
  const confirmedWithinSeconds = secondsUntilFinal(tokens, facts);
  return {
    chain,
    name: chainName(tokens, chain, lang),
    confirmations,
    confirmedWithinSeconds,
    ...factsOf(coin, addresses),
    ...(isPaused && { paused: true }),
  };
}

/** The order of the listing, whose first network is offered first. */
function inOrderOf(listing: readonly Network[]): (one: Way, other: Way) => number {
  return (one, other) => listing.indexOf(one.coin.network) - listing.indexOf(other.coin.network);
}

interface DepositQuery {
  readonly coin: string | undefined;
  readonly before: number;
  readonly limit: number;
}

function depositsOf(
  db: Kysely<Tables>,
  customer: number,
  { coin, before, limit }: DepositQuery,
): Promise<DepositRow[]> {
  let query = db.selectFrom('chain_deposits').selectAll().where('customer', '=', customer);
  if (coin !== undefined) query = query.where('coin', '=', coin);
  if (Number.isFinite(before)) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

function depositWire(
  row: DepositRow,
  decimals: number,
  {
    height,
    facts,
    explorers,
  }: { readonly height: number; readonly facts: ChainFacts } & Pick<DepositArea, 'explorers'>,
): Deposit {
  const { confirmations: needed, addresses, network } = facts;
  const { coin, chain, txid, time, updated } = row;
  const state = wireStates[row.state];
  const link = explorerUrl(explorers, { chain, network, txid });
  const deep = row.block_hash === internal ? needed : Math.max(0, Math.min(needed, height - row.height + 1));
  return {
    id: String(row.id),
    coin,
    chain,
    address: addresses.shown(row.address),
    txid,
    ...(link !== null && { explorerUrl: link }),
    state,
    needed,
    amount: formatDecimal(row.amount, decimals),
    confirmations: state === 'gone' ? 0 : deep,
    time,
    updated,
  };
}
