/** What other areas may know of this one: types alone. `app.ts` hands over the rest. */
export type { Uploads } from './uploads.ts';
