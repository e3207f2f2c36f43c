/** A file of a statement. */
export interface Part {
  readonly name: string;
  readonly csv: string;
  readonly lines: number;
  readonly next: string | null;
}

/** How far the files are. */
export interface Saved {
  readonly lines: number;
  /** Where the next one begins; null before the first. */
  readonly cursor: string | null;
}

export const nothingSaved: Saved = { lines: 0, cursor: null };

export interface PartSteps {
  readonly read: (cursor: string | null) => Promise<Part>;
  readonly save: (part: Part) => void;
  /** Told after each file but the last, so that one can go on from there. */
  readonly onSaved: (saved: Saved) => void;
}

/** Saves part after part, from where it is, and gives how many lines there were. */
export async function saveParts({ lines, cursor }: Saved, { read, save, onSaved }: PartSteps): Promise<number> {
  const part = await read(cursor);
  if (part.lines > 0) save(part);
  const saved = { lines: lines + part.lines, cursor: part.next };
  if (saved.cursor === null) return saved.lines;
  onSaved(saved);
  return saveParts(saved, { read, save, onSaved });
}
