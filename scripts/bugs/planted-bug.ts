/** A possible mistake in the engine, as a change of one place in its source. */
export interface PlantedBug {
  readonly name: string;
  /** Below the engine's `src`. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
}
