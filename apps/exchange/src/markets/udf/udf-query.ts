/** A path's fields as texts; a field that came twice counts as absent. */
export type UdfQuery = Readonly<Record<string, string | undefined>>;
