export interface ListingTables {
  /** Display names of the assets that operators listed. */
  asset_names: { code: string; zh: string; en: string; fiat: boolean };
}
