/** Written by the identity module: customers submit documents, compliance decides. */
export const identitySchema = `
  -- One row per submission of documents; a customer's last one counts. Names and numbers are encrypted.
  create table identities (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id),
    -- 'pending', 'passed', 'failed' or 'revoked'.
    state text not null,
    -- ISO 3166.
    nationality text not null,
    id_type text not null,
    sealed_name bytea not null,
    sealed_number bytea not null,
    -- Keyed hash: equal for the same document, and reveals nothing.
    number_hash bytea not null,
    -- The same of each word of the name.
    name_hashes bytea[],
    -- Ids of uploads.
    front text not null,
    back text not null,
    hand text not null,
    submitted bigint not null,
    -- Operator who reviews the documents, and the end of the reservation.
    held_by text,
    held_until bigint,
    decided bigint,
    decided_by text,
    -- Reason of a rejection or revocation, as shown to the customer.
    reason_zh text,
    reason_en text
  );
  -- At most one submission under review or passed per customer.
  create unique index identities_open on identities (customer) where state in ('pending', 'passed');
  create index identities_by_customer on identities (customer, id desc);
  create index identities_pending on identities (id) where state = 'pending';
  create index identities_by_number on identities (number_hash);
  create index identities_by_name on identities using gin (name_hashes);
  create index identities_by_decision on identities (decided) include (state);
`;
