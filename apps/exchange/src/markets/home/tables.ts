import type { Generated } from 'kysely';

export interface HomeTables {
  banners: {
    id: string;
    /** The carousel shows them in this order. */
    position: number;
    /** An address; null where the app draws its own. */
    image: string | null;
    /** A path of the app or an address. */
    link: string | null;
    title_zh: string;
    title_en: string;
    /** Shown between them; null: no bound. */
    shown_from: Generated<number | null>;
    shown_until: Generated<number | null>;
  };
}
