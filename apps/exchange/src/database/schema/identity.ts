/** Written by the identity room: customers submit, compliance decides. */
export const identitySchema = `
  -- One row per submission of papers; a customer's last one counts. Names and numbers are sealed.
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
    -- Keyed: equal for the same paper, and nothing can be read from it.
    number_hash bytea not null,
    -- Uploads.
    front text not null,
    back text not null,
    hand text not null,
    submitted bigint not null,
    -- The operator who has the papers open, and until when no other operator need look.
    held_by text,
    held_until bigint,
    decided bigint,
    decided_by text,
    -- Why it failed or was revoked, as the customer reads it.
    reason_zh text,
    reason_en text
  );
  -- Nothing more is submitted while one is under review or passed.
  create unique index identities_open on identities (customer) where state in ('pending', 'passed');
  create index identities_by_customer on identities (customer, id desc);
  create index identities_pending on identities (id) where state = 'pending';
  create index identities_by_number on identities (number_hash);
  create index identities_by_decision on identities (decided) include (state);
`;
