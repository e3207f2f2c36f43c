/** The tables lag too far behind the journal to answer a read. */
export class TablesBehind extends Error {
  override readonly name = 'TablesBehind';

  constructor() {
    super('the tables lag too far behind the journal');
  }
}
