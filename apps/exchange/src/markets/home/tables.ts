import type { Generated } from 'kysely';

export interface HomeTables {
  banners: {
    id: string;
    /** Position in the carousel. */
    position: number;
    /** A URL; null if the app draws its own image. */
    image: string | null;
    /** A path of the app, or a URL. */
    link: string | null;
    title_zh: string;
    title_en: string;
    /** Display period; null: unbounded. */
    shown_from: Generated<number | null>;
    shown_until: Generated<number | null>;
  };
  /** Customers whose checklist for newcomers is done or was closed. */
  first_steps_closed: {
    customer: number;
    time: number;
  };
}
