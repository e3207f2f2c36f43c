/** Execution ids of one journal entry are below the next one's first. */
const idsPerEntry = 65_536;

/**
 * The id of a customer's order event: a number that only grows, the same in every process.
 * @param index the event's place among this customer's order events of the journal entry
 */
export function executionIdOf(sequence: number, index: number): number {
  return sequence * idsPerEntry + index;
}

/** The journal entry and the place that an execution id names. */
export function placeOfExecution(id: number): { readonly sequence: number; readonly position: number } {
  return { sequence: Math.floor(id / idsPerEntry), position: id % idsPerEntry };
}
