const { promise, resolve } = Promise.withResolvers<void>();

/** Its picture comes some frames after it stands in the document. */
const paintedMs = 100;

/** Settles once the first page has been painted. What it is painted without waits for this, and leaves it the line and the processor. */
export const firstDrawing: Promise<void> = promise;

/** Said when the first page stands in the document. */
export const pageStands = (): void => void setTimeout(resolve, paintedMs);
