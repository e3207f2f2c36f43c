declare const BRAND: { readonly name: string; readonly version: string };

/** Product name and version, the same as in the customer app. */
export const brand = BRAND;
