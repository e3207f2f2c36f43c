import { sql, type Kysely } from 'kysely';

/** Adds the tokens that operators list, and their checks of contracts. New tables only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Contracts that operators had custody check. The answer is null while they wait.
    create table token_checks (
      id bigint primary key generated always as identity,
      chain text not null,
      contract text not null,
      operator text not null,
      time bigint not null,
      answer jsonb,
      mac text,
      answered bigint
    );
    create unique index token_checks_waiting on token_checks (chain, contract) where answer is null;
    -- Coins that move over a network by a token that two operators agreed to. The MAC proves it.
    create table listed_tokens (
      chain text not null,
      coin text not null,
      contract text not null,
      chain_decimals integer not null,
      ledger_decimals integer not null,
      fee text not null,
      min text not null,
      max text not null,
      min_deposit text not null,
      operators text not null,
      time bigint not null,
      mac text not null,
      primary key (chain, coin)
    );
    create unique index listed_tokens_contract on listed_tokens (chain, contract);`)
    .execute(db);
}
