/** A mistake that somebody could make in the engine, as a change of one place in its source. */
export interface PlantedBug {
  readonly name: string;
  /** Below the engine's `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly right: string;
  readonly wrong: string;
}
