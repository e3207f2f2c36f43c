/** Puts the product's name into the fixed words of a mail or an SMS, which have `{brand}` in its place. */
export function withBrand(text: string, brand: string): string {
  return text.replaceAll('{brand}', () => brand);
}
