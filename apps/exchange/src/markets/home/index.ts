/** What other areas may know of this one: types alone. `serve-operators.ts` hands over the rest. */
export type { BannerService as BannerDesk, BannerRow } from './banners.ts';
