import type { KeyRef, UtxoCoin, UtxoOutput, UtxoSpend } from '@fft/chains';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Place } from '../chain-reader.ts';

/** The cold wallet's key is nobody's here: its branch only says which coins are there. */
export const coldKey = { branch: 2, index: 0 } as const;
export type OwnOutput = UtxoOutput & { readonly key: KeyRef | typeof coldKey };
type CoinRow = Selectable<Tables['utxo_coins']>;

/** What a block makes can't be spent for so many more. */
const generatedDepth = 100;
const freeMax = 1_000;

/** The exchange's coins on a chain of Bitcoin's family, as blocks made and spent them, and which payment each is reserved for. */
export class UtxoCoins {
  readonly #db: Kysely<Tables>;
  readonly #chain: string;
  readonly #confirmations: number;

  /** What customers send is spent with so many confirmations; our own change with one, as nobody else can undo it. */
  constructor(db: Kysely<Tables>, chain: string, confirmations: number) {
    this.#db = db;
    this.#chain = chain;
    this.#confirmations = confirmations;
  }

  /** Writes down what a block made for us, and what it spent of ours. */
  async keep(
    transaction: Transaction<Tables>,
    { height }: Place,
    moved: { readonly made: readonly OwnOutput[]; readonly spends: readonly UtxoSpend[] },
  ): Promise<void> {
    const sourcesOf = Map.groupBy(moved.spends, ({ by }) => by);
    for (const { txid, vout, key, amount, isGenerated } of moved.made) {
      await transaction
        .insertInto('utxo_coins')
        .values({
          chain: this.#chain,
          txid,
          vout,
          branch: key.branch,
          key_index: key.index,
          amount: Number(amount),
          is_generated: isGenerated,
          height,
          spent_by: null,
          spent_height: null,
          payment: null,
          sources: (sourcesOf.get(txid) ?? []).map(nameOf),
        })
        .onConflict((conflict) =>
          conflict.columns(['chain', 'txid', 'vout']).doUpdateSet({ height, gone_height: null }),
        )
        .execute();
    }
    await sql`
      update utxo_coins set spent_by = spend.by, spent_height = ${height}
      from unnest(
        ${moved.spends.map(({ txid }) => txid)}::text[],
        ${moved.spends.map(({ vout }) => vout)}::int[],
        ${moved.spends.map(({ by }) => by)}::text[]
      ) as spend (txid, vout, by)
      where utxo_coins.chain = ${this.#chain} and utxo_coins.txid = spend.txid and utxo_coins.vout = spend.vout
    `.execute(transaction);
    await this.#noteGone(transaction, height, moved.spends);
  }

  /** Of coins whose block is gone: they can't come back where this block spends what they were made of, nor can what was made of them. */
  async #noteGone(transaction: Transaction<Tables>, height: number, spends: readonly UtxoSpend[]): Promise<void> {
    let gone = await sql`
      update utxo_coins set gone_height = ${height}
      where chain = ${this.#chain} and height is null and gone_height is null and sources && ${spends.map(nameOf)}::text[]
    `.execute(transaction);
    while (gone.numAffectedRows !== undefined && gone.numAffectedRows > 0n) {
      gone = await sql`
        update utxo_coins coin set gone_height = ${height} from utxo_coins source
        where coin.chain = ${this.#chain} and coin.height is null and coin.gone_height is null
          and source.chain = coin.chain and source.gone_height = ${height} and source.txid || ':' || source.vout = any(coin.sources)
      `.execute(transaction);
    }
  }

  /** Takes back what blocks above a height said. Who spent a coin stays known: most likely it does so again. */
  async forget(transaction: Transaction<Tables>, height: number): Promise<void> {
    const ours = () => transaction.updateTable('utxo_coins').where('chain', '=', this.#chain);
    await ours().set({ height: null }).where('height', '>', height).execute();
    await ours().set({ spent_height: null }).where('spent_height', '>', height).execute();
    await ours().set({ gone_height: null }).where('gone_height', '>', height).execute();
  }

  /** Which of these outputs are ours and known. */
  async known(spends: readonly UtxoSpend[]): Promise<UtxoSpend[]> {
    const { rows } = await sql<{ txid: string; vout: number }>`
      select coin.txid, coin.vout from utxo_coins coin
      join unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[]) as spend (txid, vout)
        on coin.chain = ${this.#chain} and coin.txid = spend.txid and coin.vout = spend.vout
    `.execute(this.#db);
    const names = new Set(rows.map(({ txid, vout }) => `${txid}:${vout}`));
    return spends.filter(({ txid, vout }) => names.has(`${txid}:${vout}`));
  }

  /** Those that may be spent now; only of hot wallets that another has taken the place of, where that one is told. */
  async free(
    db: Kysely<Tables>,
    options: {
      readonly order?: 'largest' | 'smallest';
      readonly most?: number;
      readonly formerTo?: KeyRef;
      readonly least?: bigint;
    } = {},
  ): Promise<UtxoCoin[]> {
    const { order = 'largest', most = freeMax, formerTo, least = 0n } = options;
    const isChosen = formerTo
      ? sql`coin.branch = ${formerTo.branch} and coin.key_index <> ${formerTo.index}`
      : sql`coin.branch <> ${coldKey.branch}`;
    const { rows } = await sql<CoinRow>`
      select coin.* from utxo_coins coin, (select max(height) as height from chain_blocks where chain = ${this.#chain}) tip
      where coin.chain = ${this.#chain} and coin.spent_by is null and ${isChosen} and coin.amount >= ${String(least)}::numeric
        and coin.height <= tip.height - (case when coin.is_generated then ${generatedDepth}::int
          when coin.branch = 0 then ${this.#confirmations}::int - 1 else 0 end)
        and not exists (select from chain_payments where id = coin.payment and state in ('reserved', 'signed'))
      order by coin.amount ${order === 'largest' ? sql`desc` : sql`asc`}, coin.txid, coin.vout
      limit ${most}
    `.execute(db);
    return rows.map(coinOf);
  }

  async reserve(transaction: Transaction<Tables>, coins: readonly UtxoCoin[], payment: number): Promise<void> {
    await sql`
      update utxo_coins set payment = ${payment}
      from unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::int[]) as chosen (txid, vout)
      where utxo_coins.chain = ${this.#chain} and utxo_coins.txid = chosen.txid and utxo_coins.vout = chosen.vout
    `.execute(transaction);
  }

  /** Of a payment that won't land: what it was to spend, and no block says is spent, can be spent by others. */
  async release(payment: number): Promise<void> {
    await this.#db
      .updateTable('utxo_coins')
      .set({ spent_by: null })
      .where('chain', '=', this.#chain)
      .where('payment', '=', payment)
      .where('spent_height', 'is', null)
      .execute();
  }

  async ofPayment(db: Kysely<Tables>, payment: number): Promise<CoinRow[]> {
    return db
      .selectFrom('utxo_coins')
      .selectAll()
      .where('chain', '=', this.#chain)
      .where('payment', '=', payment)
      .orderBy('txid')
      .orderBy('vout')
      .execute();
  }

  /** All that blocks say is there. */
  async totals(db: Kysely<Tables> = this.#db): Promise<{ readonly hot: bigint; readonly cold: bigint }> {
    const rows = await db
      .selectFrom('utxo_coins')
      .select(['branch', sql<string>`sum(amount)::text`.as('amount')])
      .where('chain', '=', this.#chain)
      .where('height', 'is not', null)
      .where('spent_height', 'is', null)
      .groupBy('branch')
      .execute();
    const sumOf = (isCold: boolean): bigint =>
      rows.reduce((sum, row) => ((row.branch === coldKey.branch) === isCold ? sum + BigInt(row.amount) : sum), 0n);
    return { hot: sumOf(false), cold: sumOf(true) };
  }
}

export function coinOf({ txid, vout, amount, branch, key_index: index }: CoinRow): UtxoCoin {
  return { txid, vout, amount: BigInt(amount), key: { branch: branch === 0 ? 0 : 1, index } };
}

function nameOf({ txid, vout }: Pick<UtxoSpend, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
