import brand from '../brand/brand.json' with { type: 'json' };

/**
 * The white label: what changes when the product goes out under another name. `brand/README.md` tells how.
 * `host` is where the API answers; empty is where the app came from.
 */
export const config: { readonly name: string; readonly version: string; readonly host: string } = {
  name: brand.name,
  version: brand.version,
  host: brand.host,
};
