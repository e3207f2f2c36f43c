import type { Random } from '../faults/random.ts';

export interface Field {
  readonly name: string;
  readonly value: string;
  /** JSON form of the value, unless it is text. */
  readonly json: string | null;
}

export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Encodes a query or form, sometimes with invalid encodings. */
export function formOf(fields: readonly Field[], random: Random): string {
  const form = fields.map(({ name, value, json }) => `${encode(name)}=${encode(json ?? value)}`).join('&');
  if (!random.oneIn(20)) return form;
  return `${form}${random.pick(['&%', '&a=%zz', '&a=%ff%fe', '&a=%u0041', '&=', '&&&', '&a', ';a=b', '&a=+%2B', '&%00=1', `&${'a=1&'.repeat(900)}`])}`;
}

/** A lone surrogate can't be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Encodes JSON; sometimes truncated, not in UTF-8, with a prototype, of another shape, or above the size limit. */
export function jsonOf(fields: readonly Field[], random: Random): Body {
  const members = fields.map(({ name, value, json }) => `${JSON.stringify(name)}:${json ?? JSON.stringify(value)}`);
  const text = `{${members.join(',')}}`;
  return { type: 'application/json', bytes: random.oneIn(15) ? spoilJson(text, random) : Buffer.from(text) };
}

function spoilJson(text: string, random: Random): Buffer {
  const rest = text.length > 2 ? `,${text.slice(1)}` : '}';
  const texts = [
    text.slice(0, random.below(text.length)),
    `[${text}]`,
    `{"__proto__":{"isAdmin":true}${rest}`,
    `{"constructor":{"prototype":{"isAdmin":true}}${rest}`,
    `\ufeff${text}`,
    `${text}${text}`,
    `{"a":"${'a'.repeat(20_000)}"${rest}`,
    `{"a":${'['.repeat(6000)}${']'.repeat(6000)}${rest}`,
    'null',
    '"text"',
    '',
  ];
  const chosen = random.below(texts.length + 2);
  if (chosen === texts.length) return Buffer.from(text, 'utf16le');
  if (chosen > texts.length) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])]);
  return Buffer.from(texts[chosen] ?? text);
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Encodes a multipart form with a picture, a fake picture, or inconsistent parts. */
export function multipartOf(fields: readonly Field[], random: Random): Body {
  const boundary = `b${random.below(1_000_000)}`;
  const parts: Buffer[] = [];
  for (const { name, value, json } of fields) {
    const isFile = name === 'file';
    const fileName = random.pick(['a.png', 'a.png', '../../a.svg', 'a.php\0.png', '"', 'a'.repeat(3000)]);
    const disposition = `form-data; name="${name}"${isFile ? `; filename="${fileName}"` : ''}`;
    const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n${isFile ? 'Content-Type: image/png\r\n' : ''}\r\n`;
    parts.push(Buffer.from(head), isFile ? pictureOf(random) : Buffer.from(json ?? value), Buffer.from('\r\n'));
  }
  const end = random.oneIn(10) ? '' : `--${boundary}--\r\n`;
  const bytes = Buffer.concat([...parts, Buffer.from(end)]);
  return { type: `multipart/form-data; boundary=${random.oneIn(20) ? 'other' : boundary}`, bytes };
}

function pictureOf(random: Random): Buffer {
  switch (random.below(7)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return png.subarray(0, random.below(png.length));
    case 2:
      return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    case 3: {
      const broken = Buffer.from(png);
      broken[random.below(broken.length)] = random.below(256);
      return broken;
    }
    case 4:
      return Buffer.alloc(40_000, 0x41);
    default:
      return png;
  }
}
