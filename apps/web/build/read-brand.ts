import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a colour like #5b8cff'));

const brandForm = z.object({
  name: z.string().check(z.regex(/^[^<>&"']{1,30}$/, 'must be a name of 1 to 30 characters')),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/, 'must be like 3.2.2')),
  host: z
    .string()
    .check(z.regex(/^(https?:\/\/[^/"'\s;,]+)?$/, 'must be empty, or an address like https://api.example')),
  colors: z.object({
    accent: color,
    accentText: color,
    accentFill: color,
    accentFillPressed: color,
    glow: color,
  }),
});

/** The product's name, host and colours: see `brand/README.md`. */
export interface Brand extends z.output<typeof brandForm> {
  readonly folder: string;
  readonly logo: string;
}

/** Reads a folder with `brand.json` and `logo.svg`. Throws if either is missing or wrong. */
export function readBrand(folder: string): Brand {
  const logo = join(folder, 'logo.svg');
  if (!existsSync(logo)) throw new Error(`${folder} has no logo.svg`);
  const read = brandForm.safeParse(JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')));
  if (!read.success) throw new Error(`${folder}/brand.json is invalid:\n${z.prettifyError(read.error)}`);
  return { ...read.data, folder, logo };
}

/** The colours as custom properties of the style sheets. */
export function brandCss({ colors }: Brand): string {
  return `:root {
  --accent: ${colors.accent};
  --accent-text: ${colors.accentText};
  --accent-fill: ${colors.accentFill};
  --accent-fill-pressed: ${colors.accentFillPressed};
  --accent-tint: ${colors.accent}29;
  --glow: ${colors.glow}59;
}
`;
}
