import { type KeyRef, readSignedUtxo, type UtxoCoin, type UtxoOutput, type UtxoSpend } from '@fft/chains';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Tables } from '../../room.ts';
import type { BlockRef } from '../chain.ts';
import { reopenLanded } from '../../payments/reopened-payments.ts';

/** No one here has the cold wallet's key: its branch only marks its coins. */
export const coldKey = { branch: 2, index: 0 } as const;
export type OwnOutput = UtxoOutput & { readonly key: KeyRef | typeof coldKey };
export type CoinRow = Selectable<Tables['utxo_coins']>;

/** Confirmations before a newly generated coin can be spent. */
const generatedDepth = 100;
const freeMax = 1_000;

/** The exchange's coins on a UTXO chain, as blocks made and spent them, with the payment that reserves each. */
export class UtxoCoins {
  readonly #db: Kysely<Tables>;
  readonly #chain: string;
  readonly #confirmations: number;
  readonly #hasSecond: boolean;

  /**
   * Customers' coins can be spent after the given confirmations; our own change after one, as no one else can undo it. With a second node, coins that others made
   * can be spent once both nodes have them.
   */
  constructor(
    db: Kysely<Tables>,
    chain: string,
    { confirmations, hasSecond }: { readonly confirmations: number; readonly hasSecond: boolean },
  ) {
    this.#db = db;
    this.#chain = chain;
    this.#confirmations = confirmations;
    this.#hasSecond = hasSecond;
  }

  /** Records the coins of ours that a block made and spent. */
  async keep(
    transaction: Transaction<Tables>,
    { height }: BlockRef,
    moved: { readonly made: readonly OwnOutput[]; readonly spends: readonly UtxoSpend[] },
  ): Promise<void> {
    const sourcesOf = Map.groupBy(moved.spends, ({ by }) => by);
    const signed = await this.#signed(transaction, moved.made);
    for (const { txid, vout, key, script, isGenerated, ...output } of moved.made) {
      const own = signed.get(txid)?.[vout];
      const agreed = own?.script === script;
      // The bytes that we signed are believed, not the node.
      const amount = agreed ? own.amount : output.amount;
      if (amount > BigInt(Number.MAX_SAFE_INTEGER))
        throw new Error(`${txid}:${vout} is worth more than can be recorded`);
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
          agreed,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'txid', 'vout'])
            .doUpdateSet({ height, gone_height: null, agreed: sql`utxo_coins.agreed or excluded.agreed` }),
        )
        .execute();
    }
    const { rows: spent } = await sql<{ txid: string }>`
      update utxo_coins set spent_by = spend.by, spent_height = ${height}
      from unnest(
        ${moved.spends.map(({ txid }) => txid)}::text[],
        ${moved.spends.map(({ vout }) => vout)}::int[],
        ${moved.spends.map(({ by }) => by)}::text[]
      ) as spend (txid, vout, by)
      where utxo_coins.chain = ${this.#chain} and utxo_coins.txid = spend.txid and utxo_coins.vout = spend.vout
      returning spend.by as txid
    `.execute(transaction);
    await reopenLanded(transaction, { chain: this.#chain, txids: spent.map(({ txid }) => txid) });
    await this.#noteGone(transaction, height, moved.spends);
  }

  /** Outputs of the transactions among these that we signed. A row proves nothing: its bytes must be the transaction. */
  async #signed(
    db: Kysely<Tables>,
    made: readonly OwnOutput[],
  ): Promise<ReadonlyMap<string, readonly Pick<UtxoOutput, 'script' | 'amount'>[]>> {
    const txids = [...new Set(made.map(({ txid }) => txid))];
    if (txids.length === 0) return new Map();
    const rows = await db
      .selectFrom('chain_attempts')
      .innerJoin('chain_payments', 'id', 'payment')
      .select(['txid', 'raw'])
      .where('chain', '=', this.#chain)
      .where('txid', '=', sql<string>`any(${txids})`)
      .execute();
    return new Map(
      rows.flatMap(({ txid, raw }) => {
        const signed = readSignedUtxo(raw);
        return signed?.txid === txid ? [[txid, signed.outputs]] : [];
      }),
    );
  }

  /** Unspent coins that both nodes must still agree on, in blocks after and up to these heights, the oldest first. */
  async unagreed(range: { readonly after: number; readonly upTo: number; readonly most: number }): Promise<CoinRow[]> {
    return this.#db
      .selectFrom('utxo_coins')
      .selectAll()
      .where('chain', '=', this.#chain)
      .where('agreed', '=', false)
      .where('spent_height', 'is', null)
      .where('height', '>', range.after)
      .where('height', '<=', range.upTo)
      .orderBy('height')
      .limit(range.most)
      .execute();
  }

  async agree(rows: readonly CoinRow[]): Promise<void> {
    for (const row of rows) await this.#change(row, { agreed: true });
  }

  /** Corrects a coin to what both nodes have. */
  async mend(row: CoinRow, { amount, isGenerated }: UtxoOutput): Promise<void> {
    await this.#change(row, { amount: Number(amount), is_generated: isGenerated, agreed: true });
  }

  /** Forgets a coin that neither node has in its block. It counts again where it appears. */
  async deny(row: CoinRow): Promise<void> {
    await this.#change(row, { height: null });
  }

  async #change({ txid, vout, height }: CoinRow, change: Partial<CoinRow>): Promise<void> {
    await this.#db
      .updateTable('utxo_coins')
      .set(change)
      .where('chain', '=', this.#chain)
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      .where('height', '=', height)
      .execute();
  }

  /** Marks coins whose block is gone as unrecoverable if this block spends their sources; the same for coins made from them. */
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

  /** Undoes blocks above a height. Keeps what spent a coin: most likely it will again. */
  async forget(transaction: Transaction<Tables>, height: number): Promise<void> {
    const ours = () => transaction.updateTable('utxo_coins').where('chain', '=', this.#chain);
    await ours().set({ height: null, agreed: false }).where('height', '>', height).execute();
    await ours().set({ spent_height: null }).where('spent_height', '>', height).execute();
    await ours().set({ gone_height: null }).where('gone_height', '>', height).execute();
  }

  /** Returns those of the outputs that are ours and known. */
  async known(spends: readonly UtxoSpend[]): Promise<UtxoSpend[]> {
    const { rows } = await sql<{ txid: string; vout: number }>`
      select coin.txid, coin.vout from utxo_coins coin
      join unnest(${spends.map(({ txid }) => txid)}::text[], ${spends.map(({ vout }) => vout)}::int[]) as spend (txid, vout)
        on coin.chain = ${this.#chain} and coin.txid = spend.txid and coin.vout = spend.vout
    `.execute(this.#db);
    const names = new Set(rows.map(({ txid, vout }) => `${txid}:${vout}`));
    return spends.filter(({ txid, vout }) => names.has(`${txid}:${vout}`));
  }

  /** Coins that can be spent now; with `formerTo`, only those of hot wallets that it replaced. */
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
        and (coin.agreed or not ${this.#hasSecond}::boolean)
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

  /** Frees coins reserved for a payment that will not land, unless a block spent them. */
  async release(payment: number): Promise<void> {
    await this.#db
      .updateTable('utxo_coins')
      .set({ spent_by: null })
      .where('chain', '=', this.#chain)
      .where('payment', '=', payment)
      .where('spent_height', 'is', null)
      .execute();
  }

  /** Returns those of the outputs, named `txid:vout`, that are ours. */
  async named(names: readonly string[]): Promise<CoinRow[]> {
    if (names.length === 0) return [];
    const { rows } = await sql<CoinRow>`
      select coin.* from utxo_coins coin
      join unnest(${names}::text[]) as name on coin.txid = split_part(name, ':', 1) and coin.vout = split_part(name, ':', 2)::int
      where coin.chain = ${this.#chain}
    `.execute(this.#db);
    return rows;
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

  /** Totals by the blocks that were read. */
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
