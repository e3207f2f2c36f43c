/** The types that other rooms may import; `app.ts` passes the rest. */
export type { Addresses, SavedAddress } from './addresses.ts';
