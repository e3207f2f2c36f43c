import { calls, Code, type CallOutput, type Deposit } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { sql, type Kysely } from 'kysely';
import { getAddress } from 'viem';
import type { Tables } from '../database/tables.ts';
import { cursorAfter, readCursor } from '../http/cursor.ts';
import type { Gates } from '../http/gates.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type Api } from '../http/route.ts';
import type { Directory } from '../listing/directory.ts';
import { chainNames } from '../listing/networks.ts';
import { depositAddressOf, type ChainFacts, readChain } from './chain-facts.ts';
import { leastDeposit, type ChainCoin } from './coins.ts';
import { internal, type DepositRow } from './deposits.ts';
import type { DepositState } from './tables.ts';

export interface DepositArea {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly gates: Gates;
}

const recentShown = 5;

const wireStates: Readonly<Record<DepositState, Deposit['state']>> = {
  seen: 'confirming',
  crediting: 'confirming',
  credited: 'credited',
  found: 'credited',
  small: 'small',
  orphaned: 'gone',
  lost: 'gone',
  reversed: 'gone',
};

/** Binds the calls about coins that come in over a chain. */
export function serveDeposits({ api, db, directory, gates }: DepositArea): void {
  const facts = (): Promise<ChainFacts | null> => readChain(db, directory);

  route(api, calls.deposits.conis, async (_input, { lang }) => {
    const open = await facts();
    if (!open) return [];
    const { confirmations, coins } = open;
    return coins.all.map((coin) => ({
      coin: coin.coin,
      name: directory.describe(coin.coin).name[lang],
      icon: coin.coin.toLowerCase(),
      chains: [{ chain: coins.chain, name: chainNames[coins.chain][lang], confirmations, ...factsOf(coin) }],
    }));
  });

  route(api, calls.deposits.read, async ({ coin: name, chain }, { customer }) => {
    const open = await facts();
    const coin = open && chain === open.coins.chain ? open.coins.byName(name) : null;
    if (!open || !coin) throw new Refusal(Code.notFound, 'unknownChain');
    await gates.require('deposit', customer.id);
    const address = await depositAddressOf(db, open, customer.id);
    const recent = await depositsOf(db, customer.id, { coin: name, before: Infinity, limit: recentShown });
    const answer: CallOutput<typeof calls.deposits.read> = {
      coin: name,
      chain,
      address,
      confirmations: open.confirmations,
      ...factsOf(coin),
      uri: uriOf(coin, address, open.chainId),
      recent: await wires(recent),
    };
    return answer;
  });

  route(api, calls.deposits.history, async ({ coin, limit, cursor }, { customer }) => {
    const found = await depositsOf(db, customer.id, { coin, before: readCursor(cursor), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: await wires(page), next: last && found.length > limit ? cursorAfter(last.id) : null };
  });

  async function wires(rows: readonly DepositRow[]): Promise<Deposit[]> {
    if (rows.length === 0) return [];
    const open = await facts();
    const tip = await db
      .selectFrom('chain_blocks')
      .select(sql<number>`coalesce(max(height), 0)`.as('height'))
      .where('chain', '=', open?.coins.chain ?? '')
      .executeTakeFirstOrThrow();
    return rows.map((row) =>
      depositWire(row, directory.asset(row.asset).decimals, { height: tip.height, needed: open?.confirmations ?? 1 }),
    );
  }
}

function factsOf(coin: ChainCoin) {
  const minDeposit = formatDecimal(leastDeposit(coin), coin.ledgerDecimals);
  return { minDeposit, ...(coin.contract !== null && { contract: getAddress(coin.contract) }) };
}

/** As ERC-681 has it: wallets that read it know coin, chain and address. */
function uriOf({ contract }: ChainCoin, address: string, chainId: number): string {
  if (contract === null) return `ethereum:${address}@${chainId}`;
  return `ethereum:${getAddress(contract)}@${chainId}/transfer?address=${address}`;
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
  at: { readonly height: number; readonly needed: number },
): Deposit {
  const { coin, chain, txid, time, updated } = row;
  const state = wireStates[row.state];
  const deep = row.block_hash === internal ? at.needed : Math.max(0, Math.min(at.needed, at.height - row.height + 1));
  return {
    id: String(row.id),
    coin,
    chain,
    address: getAddress(row.address),
    txid,
    state,
    needed: at.needed,
    amount: formatDecimal(row.amount, decimals),
    confirmations: state === 'gone' ? 0 : deep,
    time,
    updated,
  };
}
