import logo from '../../brand/logo.svg';
import { config } from '../config.ts';

/** The product's mark. Its name for screen readers is the product's. */
export function Logo({ size = 30, decorative = false }: { readonly size?: number; readonly decorative?: boolean }) {
  return <img src={logo} width={size} height={size} alt={decorative ? '' : config.name} />;
}
