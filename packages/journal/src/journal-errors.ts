/** The journal can't be written; this batch certainly was not written and will not be. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
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
