/** One file of a statement. */
export interface Part {
  readonly name: string;
  readonly csv: string;
  readonly lines: number;
  readonly next: string | null;
}

/** Progress of the export. */
export interface Saved {
  readonly lines: number;
  /** Start of the next part; null before the first. */
  readonly cursor: string | null;
}

export const nothingSaved: Saved = { lines: 0, cursor: null };

export interface PartSteps {
  readonly read: (cursor: string | null) => Promise<Part>;
  readonly save: (part: Part) => void;
  /** Called after each file but the last, so that a later call can continue from there. */
  readonly onSaved: (saved: Saved) => void;
}

/** Saves part after part from `cursor` on. Returns the total number of lines. */
export async function saveParts({ lines, cursor }: Saved, { read, save, onSaved }: PartSteps): Promise<number> {
  const part = await read(cursor);
  if (part.lines > 0) save(part);
  const saved = { lines: lines + part.lines, cursor: part.next };
  if (saved.cursor === null) return saved.lines;
  onSaved(saved);
  return saveParts(saved, { read, save, onSaved });
}
