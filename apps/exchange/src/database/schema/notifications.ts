/** Written by the notifications module: what customers chose to be notified of, and what waits to be sent. */
export const notificationsSchema = `
  -- One row per customer who chose anything. \`switches\` has what differs from the defaults: {"fills": {"mail": true}}.
  create table notification_choices (
    customer bigint primary key references customers (id) on delete cascade,
    switches jsonb not null default '{}',
    -- Minutes of the day in the time zone (IANA); null: no quiet hours.
    quiet_from int,
    quiet_until int,
    time_zone text,
    hide_details boolean not null default false
  );

  -- Devices that receive pushes. A device goes with the session that subscribed it.
  create table push_devices (
    session text primary key references sessions (id) on delete cascade,
    customer bigint not null references customers (id) on delete cascade,
    -- An address at the browser's push service, and the keys that pushes to it are encrypted with (base64url).
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created bigint not null
  );
  create index push_devices_by_customer on push_devices (customer);

  -- Pushes and mails that wait to be sent, written in the transaction that they report. Those of one customer, target and kind become one.
  create table notifications (
    id bigint primary key generated always as identity,
    customer bigint not null references customers (id) on delete cascade,
    -- The device; null: by mail.
    target text references push_devices (session) on delete cascade,
    kind text not null,
    words jsonb not null,
    -- The app's page that it leads to.
    path text not null,
    time bigint not null,
    due bigint not null,
    tries int not null default 0
  );
  create index notifications_by_due on notifications (due);
  create index notifications_by_customer on notifications (customer, kind);
`;
