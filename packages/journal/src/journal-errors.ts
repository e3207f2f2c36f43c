/** The journal could not be written, and it is certain that this batch was not and won't be. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}

/** The batch may or may not have been written, or may still be: `find` tells, and settles it. */
export class JournalOutcomeUnknown extends Error {
  override readonly name = 'JournalOutcomeUnknown';
}

/** What the journal holds contradicts itself: an entry is missing, or was altered after it was written. */
export class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
  /** The first entry that is wrong. */
  readonly sequence: number;

  constructor(sequence: number, reason: string) {
    super(`journal entry ${sequence}: ${reason}`);
    this.sequence = sequence;
  }
}
