import type { Chart } from 'klinecharts';
import { config } from '../../brand.ts';
import { saveFile } from '../../lib/files/index.ts';
import { formatTimestamp } from '../../lib/format/index.ts';
import type { Palette } from './candles/palette.ts';

/** Height of the caption over the picture, CSS px. */
const headHeight = 36;

/** Saves the chart as it is shown, with its drawings and a caption, as a PNG file. */
export async function savePicture(chart: Chart, title: string, palette: Palette): Promise<void> {
  if (chart.getDataList().length === 0) throw new Error('the chart has no candles yet');
  const picture = await createImageBitmap(pngOf(chart.getConvertPictureUrl(true, 'png', palette.page)));
  const width = chart.getSize()?.width ?? picture.width;
  const scale = picture.width / width;
  const head = Math.round(headHeight * scale);
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + head;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.fillStyle = palette.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, head);
  context.textBaseline = 'middle';
  context.fillStyle = palette.text;
  context.font = `600 ${14 * scale}px ${palette.font}`;
  context.fillText(`${config.name}  ${title}`, 12 * scale, head / 2);
  context.textAlign = 'right';
  context.fillStyle = palette.weak;
  context.font = `${12 * scale}px ${palette.font}`;
  context.fillText(formatTimestamp(Date.now()), canvas.width - 12 * scale, head / 2);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('the picture could not be written');
  saveFile(`${title.replaceAll(/[^\w-]+/g, '-')}.png`, blob);
}

/** Decodes the library's data URL, which the content security policy doesn't allow to be fetched. */
function pngOf(address: string): Blob {
  const bytes = atob(address.slice(address.indexOf(',') + 1));
  return new Blob([Uint8Array.from(bytes, (letter) => letter.codePointAt(0) ?? 0)], { type: 'image/png' });
}
