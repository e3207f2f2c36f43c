declare const BRAND: { readonly name: string; readonly version: string };

/** What the product is called, and which version this is: the same as in the customers' app. */
export const brand = BRAND;
