/** Written by migrations that take something away. */
export const versionsSchema = `
  -- One row at most: the highest version that a migration named when it took away what older versions use.
  create table minimum_version (
    id boolean primary key default true check (id),
    version text not null
  );
`;
