/** A writable event object that the engine reuses. */
export type Mutable<Event> = { -readonly [Field in keyof Event]: Event[Field] };
