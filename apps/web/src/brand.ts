import brand from '../brand/brand.json' with { type: 'json' };

/**
 * The white label: everything that changes when the product has another name. See `brand/README.md`.
 * `host` is the API's origin; empty means the app's own.
 */
export const config: { readonly name: string; readonly version: string; readonly host: string } = {
  name: brand.name,
  version: brand.version,
  host: brand.host,
};
