/** The types that other rooms may import; `app.ts` passes the rest. */
export type { Adjustments } from './adjustments.ts';
