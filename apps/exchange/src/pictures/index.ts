/** Types for other modules; `app.ts` passes everything else. */
export type { Uploads } from './uploads.ts';
