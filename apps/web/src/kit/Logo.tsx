import { useId } from 'react';
import { config } from '../config.ts';

/** The product's mark: five bars in a rounded square. Its name for screen readers is the product's. */
export function Logo({ size = 30, decorative = false }: { readonly size?: number; readonly decorative?: boolean }) {
  const gradient = useId();
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 72 72"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': config.name })}
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={config.logo.from} />
          <stop offset="1" stopColor={config.logo.to} />
        </linearGradient>
      </defs>
      <rect width="72" height="72" rx={size > 40 ? 18 : 16} fill={`url(#${gradient})`} />
      <g fill="#fff">
        <rect x="11.5" y="25.5" width="6.4" height="20" rx="3.2" />
        <rect x="22" y="19" width="6.4" height="34" rx="3.2" />
        <rect x="32.8" y="13.5" width="6.4" height="45" rx="3.2" />
        <rect x="43.6" y="19" width="6.4" height="34" rx="3.2" />
        <rect x="54.1" y="28" width="6.4" height="16" rx="3.2" />
      </g>
    </svg>
  );
}
