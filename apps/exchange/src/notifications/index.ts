/** Types for other modules; `app.ts` passes everything else. */
export type { Actor, Announcement, Dispatch } from './dispatch.ts';
export type { FillReaders } from './fill-readers.ts';
