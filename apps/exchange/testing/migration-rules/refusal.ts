/** What a statement would do to an exchange that trades. */
export interface Refusal {
  /** `breaks`: processes of an older version fail afterwards. `locks`: a large table can't be written, or read, for as long as it is read or rewritten. */
  readonly kind: 'breaks' | 'locks';
  /** null where the statement names none. */
  readonly table: string | null;
  readonly text: string;
}

export const breaks = (table: string | null, text: string): Refusal => ({ kind: 'breaks', table, text });
export const locks = (table: string | null, text: string): Refusal => ({ kind: 'locks', table, text });
