import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [width, height] = [640, 480];
const white = 235;
const black = 16;

/** Writes a one-frame video for the browser's fake camera: dark squares on white. Returns its path. */
export function filmOf(squares: readonly (readonly boolean[])[]): string {
  const size = Math.floor((height * 0.8) / squares.length);
  const [left, top] = [
    Math.floor((width - size * squares.length) / 2),
    Math.floor((height - size * squares.length) / 2),
  ];
  const light = Buffer.alloc(width * height, white);
  for (let y = 0; y < size * squares.length; y += 1) {
    for (let x = 0; x < size * squares.length; x += 1) {
      const isDark = squares[Math.floor(y / size)]?.[Math.floor(x / size)] === true;
      if (isDark) light[(top + y) * width + left + x] = black;
    }
  }
  const head = Buffer.from(`YUV4MPEG2 W${String(width)} H${String(height)} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  const path = join(mkdtempSync(join(tmpdir(), 'fft-film-')), 'film.y4m');
  writeFileSync(path, Buffer.concat([head, light, Buffer.alloc((width * height) / 2, 128)]));
  return path;
}
