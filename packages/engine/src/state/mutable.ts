/** What a listener is told and the engine writes anew for the next event. */
export type Mutable<Event> = { -readonly [Field in keyof Event]: Event[Field] };
