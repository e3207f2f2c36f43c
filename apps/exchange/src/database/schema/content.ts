/** Written by the content module: operators' publications and customers' messages. Texts are in both languages. */
export const contentSchema = `
  -- Notices for everyone. \`source\` is the markdown; null where it was written as HTML. Ids of messages begin with 'account-'.
  create table notices (
    id text primary key,
    kind text not null default 'notice' check (kind in ('system', 'notice')),
    -- Shown from this time on.
    time bigint not null,
    title_zh text not null,
    title_en text not null,
    summary_zh text not null default '',
    summary_en text not null default '',
    html_zh text not null default '',
    html_en text not null default '',
    source_zh text,
    source_en text,
    check (id not like 'account-%')
  );

  -- Notices that a customer has read.
  create table notice_reads (
    customer bigint not null references customers (id) on delete cascade,
    notice text not null references notices (id) on delete cascade,
    primary key (customer, notice)
  );

  -- Messages to many customers. A job adds a row to each inbox, in order of ids; \`reached\` is the last customer it reached.
  create table broadcasts (
    id bigint primary key generated always as identity,
    operator text not null,
    created bigint not null,
    -- Sent from this time on.
    due bigint not null,
    title_zh text not null,
    title_en text not null,
    summary_zh text not null,
    summary_en text not null,
    html_zh text not null,
    html_en text not null,
    -- Recipients: a list, or all customers who match the conditions; null matches all.
    customers bigint[],
    lang text,
    identity text,
    tier int,
    state text not null default 'planned' check (state in ('planned', 'sending', 'done', 'cancelled')),
    recipients bigint,
    reached bigint not null default 0,
    sent bigint not null default 0,
    finished bigint
  );
  create index broadcasts_to_send on broadcasts (due) where state in ('planned', 'sending');

  -- A customer's inbox. Texts of a broadcast are in its row, and empty here.
  create table messages (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id) on delete cascade,
    time bigint not null,
    title_zh text not null,
    title_en text not null,
    summary_zh text not null,
    summary_en text not null,
    html_zh text not null,
    html_en text not null,
    read boolean not null,
    broadcast bigint references broadcasts (id)
  );
  create index messages_by_customer on messages (customer, time desc);
  create index messages_unread on messages (customer, time desc) where not read;
  -- The latest ones, beyond which older ones go.
  create index messages_latest on messages (customer, id desc);

  -- Everything in a customer's inbox up to this time is read.
  create table inboxes_read (
    customer bigint primary key references customers (id) on delete cascade,
    until bigint not null
  );

  -- Warnings that wait to be sent, written in the transaction of their cause and deleted once sent. Address and number are the customer's of then.
  create table outbox (
    id bigint primary key generated always as identity,
    channel text not null check (channel in ('mail', 'sms')),
    customer bigint not null references customers (id) on delete cascade,
    words jsonb not null,
    time bigint not null,
    due bigint not null
  );
  create index outbox_by_due on outbox (channel, due);

  -- Editable pages by name.
  create table pages (
    id text primary key,
    html_zh text not null,
    html_en text not null,
    source_zh text,
    source_en text,
    links jsonb not null
  );
`;
