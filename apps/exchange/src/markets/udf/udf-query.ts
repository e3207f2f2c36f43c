/** A query's fields as texts; a repeated field counts as absent. */
export type UdfQuery = Readonly<Record<string, string | undefined>>;
