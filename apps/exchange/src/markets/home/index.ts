/** The types that other rooms may import; `app.ts` passes the rest. */
export type { BannerService, BannerRow } from './banners.ts';
