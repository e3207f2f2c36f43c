import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Brand } from './read-brand.ts';

/** Background colours, the same for every brand: `--nav` and `--page` of the kit's `tokens.css`. */
export const navColor = '#0b1530';
/** `--nav` of the light theme. */
export const lightNavColor = '#f4f6fb';
export const pageColor = '#070d1f';

interface IconForm {
  readonly file: string;
  readonly sizePx: number;
  /** The logo's share of the icon's side; the rest is filled. */
  readonly logoShare: number;
  readonly purpose: 'any' | 'maskable' | null;
}

/** Launchers crop maskable icons to a circle: the logo stays within the inner 80 %. */
const forms: readonly IconForm[] = [
  { file: 'icon-192.png', sizePx: 192, logoShare: 1, purpose: 'any' },
  { file: 'icon-512.png', sizePx: 512, logoShare: 1, purpose: 'any' },
  { file: 'icon-maskable-512.png', sizePx: 512, logoShare: 0.56, purpose: 'maskable' },
  { file: 'apple-touch-icon.png', sizePx: 180, logoShare: 0.72, purpose: null },
];

async function draw(logo: Buffer, { sizePx, logoShare }: IconForm): Promise<Buffer> {
  const logoPx = Math.round(sizePx * logoShare);
  const drawn = await sharp(logo, { density: 72 * 8 })
    .resize(logoPx, logoPx)
    .png()
    .toBuffer();
  if (logoShare === 1) return drawn;
  const ground = { width: sizePx, height: sizePx, channels: 4, background: navColor } as const;
  return sharp({ create: ground })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** The icons of the installed app, by file name. */
export async function makeIcons(brand: Brand): Promise<ReadonlyMap<string, Buffer>> {
  const logo = readFileSync(brand.logo);
  const drawn = await Promise.all(forms.map(async (form) => [form.file, await draw(logo, form)] as const));
  return new Map(drawn);
}

/** The web app manifest. */
export function createManifest(brand: Brand): string {
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: `${brand.name}: trade digital assets`,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: navColor,
    background_color: pageColor,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...forms
        .filter(({ purpose }) => purpose !== null)
        .map(({ file, sizePx, purpose }) => ({
          src: `/${file}`,
          sizes: `${sizePx}x${sizePx}`,
          type: 'image/png',
          purpose,
        })),
    ],
  };
  return JSON.stringify(manifest);
}
