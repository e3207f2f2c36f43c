import { sql } from 'kysely';
import type { Step } from '../migration-step.ts';

/** The states that may follow each state of a deposit, as `custody/deposits/deposit-states.ts` has them. A test compares both. */
const moves = `
  case old.state
    when 'seen' then array['crediting', 'credited', 'orphaned', 'reversed']
    when 'small' then array['seen']
    when 'crediting' then array['credited', 'seen', 'inDoubt']
    when 'credited' then array['lost']
    when 'orphaned' then array['seen', 'small']
    when 'inDoubt' then array['backInDoubt', 'lost', 'orphaned', 'reversed']
    when 'lost' then array['found', 'reversed']
    when 'backInDoubt' then array['found', 'seen', 'inDoubt']
    when 'found' then array['credited', 'seen', 'lost']
    when 'reversed' then array['seen']
  end`;

/**
 * Makes the state of a deposit say all that `in_ledger` said beside it, and lets the database refuse any move that isn't one of custody's. The column stays, unused,
 * until a later release drops it.
 *
 * Custody of 3.3 runs beside it with one exception: where a block disappears whose deposit was just being credited, its write is refused, and the chain waits for
 * custody of this version.
 */
export const depositMoves: Step = {
  contract: { unusedSince: '3.3.0' },
  // Rows in doubt are few: a process must have died while it credited them.
  smallTables: ['chain_deposits'],
  up: async (db) => {
    await sql
      .raw(`
      update chain_deposits set state = case state when 'lost' then 'inDoubt' else 'backInDoubt' end
        where state in ('lost', 'found') and not in_ledger;
      update chain_deposits set held = 0 where state = 'credited' and held <> 0;

      alter table chain_deposits add constraint deposit_state_known check (state in
        ('seen', 'small', 'crediting', 'credited', 'orphaned', 'inDoubt', 'lost', 'backInDoubt', 'found', 'reversed')) not valid;
      -- A deposit that was reversed before is never one that the ledger never had.
      alter table chain_deposits add constraint deposit_reversals_match check
        (case when state in ('small', 'orphaned') then reversals = 0 when state = 'reversed' then reversals > 0 else true end) not valid;
      -- The ledger holds nothing of a deposit that is credited.
      alter table chain_deposits add constraint deposit_held_matches check (held >= 0 and (state <> 'credited' or held = 0)) not valid;

      create function refuse_deposit_move() returns trigger language plpgsql as $$
        begin
          if (new.state = any (${moves})) is not true then
            raise exception 'a deposit that is % cannot become %', old.state, new.state using errcode = 'check_violation';
          end if;
          return new;
        end $$;
      create trigger deposit_moves before update of state on chain_deposits
        for each row when (old.state is distinct from new.state) execute function refuse_deposit_move();`)
      .execute(db);
  },
};
