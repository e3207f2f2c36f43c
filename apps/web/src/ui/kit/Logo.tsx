import { config } from '../../brand.ts';

/** The product's logo, inlined in the page. Its name for screen readers is the product's. */
export function Logo({ size = 30, decorative = false }: { readonly size?: number; readonly decorative?: boolean }) {
  const name = decorative ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': config.name } as const);
  return (
    <svg width={size} height={size} {...name}>
      <use href="#logo" />
    </svg>
  );
}
