/** An export that the server makes. */
export interface MadeExport {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Percent. */
  readonly progress: number;
  readonly lines: number;
  readonly parts: number;
}

export interface ExportSteps {
  readonly start: () => Promise<MadeExport>;
  readonly read: (id: string) => Promise<MadeExport>;
  readonly readPart: (id: string, part: number) => Promise<{ readonly name: string; readonly csv: string }>;
  /** Resolves when it is time to ask again; rejects when the customer has left. */
  readonly wait: () => Promise<void>;
  readonly onProgress: (percent: number) => void;
}

/** One file, whole. */
export interface ExportedFile {
  readonly name: string;
  readonly csv: string;
  readonly lines: number;
}

/** Follows an export to its end, and puts its file together; null if it failed. */
export async function exportArchived(steps: ExportSteps): Promise<ExportedFile | null> {
  const { start, wait, onProgress } = steps;
  let made = await start();
  while (made.state === 'waiting' || made.state === 'running') {
    onProgress(made.progress);
    // oxlint-disable-next-line no-await-in-loop -- each answer follows the one before
    await wait();
    // oxlint-disable-next-line no-await-in-loop -- asked again only after the pause
    made = await steps.read(made.id);
  }
  if (made.state === 'failed') return null;
  onProgress(made.progress);
  return fileOf(made, steps);
}

async function fileOf({ id, lines, parts }: MadeExport, { readPart }: ExportSteps): Promise<ExportedFile> {
  let [name, csv] = ['', ''];
  for (let part = 0; part < parts; part++) {
    // oxlint-disable-next-line no-await-in-loop -- one request at a time
    const found = await readPart(id, part);
    name = found.name;
    csv += found.csv;
  }
  return { name, csv, lines };
}
