/** What `:86:` says of an entry. Null is what the bank doesn't say, or what a payer could have written in its place. */
export interface Description {
  readonly name: string | null;
  readonly account: string | null;
  readonly text: string;
  readonly endToEnd: string | null;
  /** True if a code of the bank, before any text, says that the payment came back. */
  readonly isReturn: boolean;
  /** The bank's code for the reason of a return. */
  readonly reason: string | null;
}

/** Plain text: nothing of it is the bank's. */
export function plain(text: string): Description {
  return { name: null, account: null, text: text.trim(), endToEnd: null, isReturn: false, reason: null };
}

/** A value that the bank wrote; null for its words for none. */
export function given(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return ['', 'NOTPROVIDED', 'NONREF'].includes(trimmed) ? null : trimmed;
}
