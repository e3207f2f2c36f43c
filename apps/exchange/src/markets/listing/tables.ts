export interface ListingTables {
  /** What operators named the assets that they listed. */
  asset_names: { code: string; zh: string; en: string; fiat: boolean };
}
