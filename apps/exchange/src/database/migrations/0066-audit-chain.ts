import { sql, type Kysely } from 'kysely';

/**
 * Chains the audit log: each act carries the SHA-256 of the act before it and of its own fields, so that a row that is changed, removed or put in between
 * shows (audit/audit-chain.ts computes it again). The database links an act at the end of its transaction: a lock taken earlier could meet the locks
 * of what the act changes in another order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_chain (
      position bigint primary key,
      audit bigint not null unique,
      hash bytea not null
    )`.execute(db);
  await sql`
    create function audit_hash(previous bytea, act audit) returns bytea language plpgsql as $$
    declare
      field text;
      bytes bytea := previous;
    begin
      foreach field in array array[
        act.id::text, act.time::text, act.operator, act.act, act.target, act.before::text, act.after::text
      ] loop
        bytes := bytes || convert_to(coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'), 'UTF8');
      end loop;
      return sha256(bytes);
    end $$`.execute(db);
  await sql`
    create function link_audit() returns trigger language plpgsql as $$
    declare
      last audit_chain;
    begin
      perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
      select * into last from audit_chain order by position desc limit 1;
      insert into audit_chain (position, audit, hash)
      values (coalesce(last.position, 0) + 1, new.id, audit_hash(coalesce(last.hash, ''), new));
      return null;
    end $$`.execute(db);
  // The acts so far are linked in their order, as they are today.
  await sql`
    do $$
    declare
      act audit;
      place bigint := 0;
      previous bytea := '';
    begin
      for act in select * from audit order by id loop
        place := place + 1;
        previous := audit_hash(previous, act);
        insert into audit_chain (position, audit, hash) values (place, act.id, previous);
      end loop;
    end $$`.execute(db);
  await sql`
    create constraint trigger audit_is_linked after insert on audit
    deferrable initially deferred for each row execute function link_audit()`.execute(db);
  await sql`
    create trigger audit_chain_only_grows before update or delete or truncate on audit_chain
    for each statement execute function refuse_change()`.execute(db);
}
