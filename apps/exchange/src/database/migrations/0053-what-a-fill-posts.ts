import { sql, type Kysely } from 'kysely';

/**
 * Six to eight postings of each fill follow from the fill, once it says what both sides hold afterwards: `postings` keeps those that no fill tells, and `ledger` shows all. Fills from before this have theirs in
 * `postings`, and no sequence.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fills
      add sequence bigint,
      add position int,
      add base int,
      add quote int,
      add base_units bigint,
      add taker_base bigint,
      add taker_quote bigint,
      add maker_base bigint,
      add maker_quote bigint`.execute(db);
  for (const side of ['taker', 'maker']) {
    await sql`
      create index ${sql.ref(`fills_statement_${side}`)} on fills (${sql.ref(`${side}_owner`)}, market, time desc)
      where sequence is not null`.execute(db);
  }
  await sql`
    create index fills_by_sequence on fills using brin (sequence)
    with (pages_per_range = 32, autosummarize = on)`.execute(db);
  await createPostingsOfFill(db);
  await createLedger(db);
}

/**
 * In the order in which the engine posts: quote, base, the buyer's fee and the seller's, each to the house. What the house holds afterwards isn't told. Lines are selected one by one, as the rows of a list of values
 * are compiled each time that they are looked at: a quarter of the time.
 */
async function createPostingsOfFill(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function postings_of_fill(fill fills)
    returns table (place int, owner bigint, asset int, available_delta bigint, frozen_delta bigint, balance bigint, reason text, order_id bigint)
    language sql immutable parallel safe as $$
      select line.*
      from (select ${sql.join([...sideOf('buyer'), ...sideOf('seller')])} offset 0) as trade
      cross join lateral (
        select 0, buyer_owner, fill.quote, 0::bigint, -fill.notional, buyer_quote, 'trade', buyer_order
        union all select 1, seller_owner, fill.quote, fill.notional, 0, seller_quote + seller_fee, 'trade', seller_order
        union all select 2, seller_owner, fill.base, 0, -fill.base_units, seller_base, 'trade', seller_order
        union all select 3, buyer_owner, fill.base, fill.base_units, 0, buyer_base + buyer_fee, 'trade', buyer_order
        union all select 4, buyer_owner, fill.base, -buyer_fee, 0, buyer_base, 'fee', buyer_order where buyer_fee > 0
        union all select 5, 1, fill.base, buyer_fee, 0, null, 'fee', buyer_order where buyer_fee > 0
        union all select case when buyer_fee > 0 then 6 else 4 end, seller_owner, fill.quote, -seller_fee, 0, seller_quote, 'fee', seller_order where seller_fee > 0
        union all select case when buyer_fee > 0 then 7 else 5 end, 1, fill.quote, seller_fee, 0, null, 'fee', seller_order where seller_fee > 0
      ) as line (place, owner, asset, available_delta, frozen_delta, balance, reason, order_id)
    $$`.execute(db);
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view ledger as
    select sequence, position, time, owner, kind, asset, available_delta, frozen_delta, available + frozen as balance, reason, order_id, reference
    from postings
    union all
    select fills.sequence, fills.position + line.place, fills.time, line.owner, 'coin', line.asset, line.available_delta, line.frozen_delta, line.balance, line.reason, line.order_id, ''
    from fills cross join lateral postings_of_fill(fills) as line
    where fills.sequence is not null`.execute(db);
}

/** What the fill says of the buyer or the seller: one is its taker, the other its maker. */
function sideOf(side: 'buyer' | 'seller') {
  const [buying, selling] = side === 'buyer' ? ['taker', 'maker'] : ['maker', 'taker'];
  const ofSide = (column: string) =>
    sql.raw(`case when fill.taker_side = 'buy' then fill.${buying}_${column} else fill.${selling}_${column} end`);
  return ['owner', 'order', 'fee', 'base', 'quote'].map(
    (column) => sql`${ofSide(column)} as ${sql.ref(`${side}_${column}`)}`,
  );
}
