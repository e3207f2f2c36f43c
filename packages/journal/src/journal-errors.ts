/** The journal can't be written; this batch certainly was not written and will not be. */
export class JournalUnavailable extends Error {
  override readonly name: string = 'JournalUnavailable';
}

/** The journal lacks entries that were seen before: an old copy, a primary that another one replaced, or another journal. Nothing is written to it. */
export class JournalStale extends JournalUnavailable {
  override readonly name = 'JournalStale';

  static endsEarly(head: number, seen: number): JournalStale {
    return new JournalStale(
      `the journal ends at entry ${head}, but entry ${seen} was seen: this database is an old copy`,
    );
  }

  static differs(seen: number): JournalStale {
    return new JournalStale(
      `the journal has another entry ${seen} than the one that was seen: this database has another history`,
    );
  }
}

/** The batch may have been written, or still be written later. `find` settles its outcome. */
export class JournalOutcomeUnknown extends Error {
  override readonly name = 'JournalOutcomeUnknown';
}

/** The journal contradicts itself: an entry is missing, or was altered after it was written. */
export class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
  /** The first wrong entry. */
  readonly sequence: number;

  constructor(sequence: number, reason: string) {
    super(`journal entry ${sequence}: ${reason}`);
    this.sequence = sequence;
  }
}
