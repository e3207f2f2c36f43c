import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

const schema = `
    -- Of a part: the entry that it belongs to. An entry whose parts are decided one by one is in the state split.
    alter table bank_entries add column parent bigint;
    -- What the bank says about the payments of an entry that consists of several; null for a single payment.
    alter table bank_entries add column parts jsonb;
    -- Why the parts can't be taken for the amount: such an entry is decided whole. Null if they can.
    alter table bank_entries add column unusual text;
    -- The entry that this one may be another report of; null without that doubt.
    alter table bank_entries add column twin bigint;
    -- Minor units of the entry that went to customers, to the house's payments or back to senders, or are about to: never more than its amount.
    alter table bank_entries add column taken bigint not null default 0;
    alter table bank_entries add constraint bank_entries_taken check (taken between 0 and amount) not valid;

    -- Which statements and notifications show an entry, with the bank's reference of it in each.
    create table bank_shown (
      statement bigint not null,
      entry bigint not null,
      reference text,
      primary key (statement, entry)
    );
    create index bank_shown_by_entry on bank_shown (entry);
    create index bank_shown_by_reference on bank_shown (reference, entry);

    -- Counts what is taken from an entry when a row changes its state; the check refuses the statement that takes too much. What was credited,
    -- settled or returned is never given back, so that it can't be taken a second time. A part counts for itself and for its entry, whose row the
    -- update locks: two processes at once take no more than one could. Rows from before the count have taken what their state says.
    create function count_taken() returns trigger language plpgsql as $$
    declare
      taking constant text[] := array['matched', 'credited', 'gaveBack', 'settled', 'returning', 'returned'];
      ended constant text[] := array['credited', 'gaveBack', 'settled', 'returned'];
      was text;
      change bigint := 0;
    begin
      if tg_op = 'UPDATE' then
        was := old.state;
        if was = any(taking) and old.taken = 0 then new.taken := old.amount; end if;
      end if;
      if was is not distinct from new.state then return new; end if;
      if was = 'matched' and new.state in ('credited', 'gaveBack') then return new; end if;
      if was = 'returning' and new.state = 'returned' then return new; end if;
      if was = any(taking) and not was = any(ended) then change := -new.amount; end if;
      if new.state = any(taking) then change := change + new.amount; end if;
      if change = 0 then return new; end if;
      new.taken := greatest(0, new.taken + change);
      if new.parent is not null then
        update bank_entries set taken = greatest(0, taken + change) where id = new.parent;
      end if;
      return new;
    end $$;
    create trigger bank_entries_count_taken before insert or update of state on bank_entries for each row execute function count_taken();`;

/**
 * Gives entries parts, reports and a count of what is taken from them. Columns with constant defaults rewrite no rows, and the check binds what is
 * written from now on. What 3.3.0 writes passes the trigger.
 */
export const entryParts: Step = {
  contract: { unusedSince: '3.3.0' },
  up: async (db) => {
    await sql.raw(schema).execute(db);
  },
};
