/** Written by the pictures module; avatars and identity documents refer to its rows. */
export const picturesSchema = `
  -- Uploaded pictures by random names. The files are in the data folder or the object store.
  create table uploads (
    id text primary key,
    customer bigint not null references customers (id),
    bytes int not null,
    width int not null,
    height int not null,
    created bigint not null,
    -- 'avatar' or 'identity'; an unused upload is deleted after a while.
    used_for text
  );
  create index uploads_by_customer on uploads (customer);
  create index uploads_unused on uploads (created) where used_for is null;
`;
