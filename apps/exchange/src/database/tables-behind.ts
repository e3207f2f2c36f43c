/** What is asked for isn't in the tables yet. */
export class TablesBehind extends Error {
  override readonly name = 'TablesBehind';

  constructor() {
    super('the tables are too far behind');
  }
}
