/** The ends of a transaction's or contract's id, which tell it apart in a narrow column. */
export function shorten(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;
}
