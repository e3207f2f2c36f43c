-- Sets a poison entry of the journal aside, and what was written after it, where none of it was ever applied or answered.
-- docs/operations/faults.md says when. Two people run it, with every process of the exchange stopped and a backup taken:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -v entry=<number> -v hash=<hash of the entry, 64 hex digits> -f docs/operations/set-aside.sql
-- A check that fails divides by zero, and nothing is changed.
\set ON_ERROR_STOP on
begin;
lock table journal_head, journal_entry, journal_batch, projection, snapshots in access exclusive mode;
-- The entry is the one that both read the hash of.
select 1 / count(*) from journal_entry where sequence = :entry and encode(hash, 'hex') = :'hash';
-- Nothing of it is in the tables, and no snapshot holds it, and no caller got an answer.
select 1 / case when exists (select from projection where sequence >= :entry) then 0 else 1 end;
select 1 / case when exists (select from snapshots where sequence >= :entry) then 0 else 1 end;
create table if not exists journal_set_aside (like journal_entry, set_aside timestamptz not null default now());
insert into journal_set_aside (sequence, batch_id, hash, bytes) select sequence, batch_id, hash, bytes from journal_entry where sequence >= :entry;
-- Whoever asks for one of these batches by its id hears that nothing came of it.
update journal_batch set sequence = null where sequence >= :entry;
update journal_head set (sequence, hash) = (
  select sequence, hash from journal_entry where sequence = :entry - 1
  union all select sequence, hash from journal_begin where sequence = :entry - 1
  limit 1
);
delete from journal_entry where sequence >= :entry;
commit;
