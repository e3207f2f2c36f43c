/** Written in the transactions of operators' acts; the database itself writes the chain. */
export const auditSchema = `
  -- Acts of operators, with values before and after. Rows are only inserted.
  create table audit (
    id bigint primary key generated always as identity,
    time bigint not null,
    operator text not null,
    act text not null,
    target text not null,
    before jsonb,
    after jsonb
  );
  create index audit_by_target on audit (target, id desc);
  create index audit_by_operator on audit (operator, id desc);
  create index audit_by_act on audit (act, id desc);

  -- One row per act, with the SHA-256 of its fields and the previous row's hash, so that a changed, removed or inserted row is detected
  -- (audit/audit-chain.ts verifies it).
  create table audit_chain (
    position bigint primary key,
    audit bigint not null unique,
    hash bytea not null
  );

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
    end $$;

  create function link_audit() returns trigger language plpgsql as $$
    declare
      last audit_chain;
    begin
      perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
      select * into last from audit_chain order by position desc limit 1;
      insert into audit_chain (position, audit, hash)
      values (coalesce(last.position, 0) + 1, new.id, audit_hash(coalesce(last.hash, ''), new));
      return null;
    end $$;

  -- Deferred to the end of the transaction: a lock taken earlier could deadlock with the act's other locks.
  create constraint trigger audit_is_linked after insert on audit
    deferrable initially deferred for each row execute function link_audit();

  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$;
  create trigger audit_only_grows before update or delete or truncate on audit
    for each statement execute function refuse_change();
  create trigger audit_chain_only_grows before update or delete or truncate on audit_chain
    for each statement execute function refuse_change();
`;
