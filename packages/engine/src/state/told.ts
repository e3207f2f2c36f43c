/** What a listener is told and the engine writes anew for the next event. */
export type Told<Event> = { -readonly [Field in keyof Event]: Event[Field] };
