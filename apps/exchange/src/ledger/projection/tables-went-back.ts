/** The tables lack what they were seen to hold: a promotion lost it. Its rows may be gone from memory too; only a start makes them again. */
export class TablesWentBack extends Error {
  override readonly name = 'TablesWentBack';

  constructor(position: number, seen: number) {
    super(`the tables are at entry ${position}, but were at ${seen}: another database took their place`);
  }
}
