import type { BrowserContext, Page } from 'playwright-core';

/**
 * Notes what each canvas shows until it is cleared: texts, and filled boxes of a label's size, each with its position.
 * A string, because DOM types are not available here.
 */
const noteLetters = `(() => {
  const drawn = new Map();
  globalThis.drawnOnCanvases = drawn;
  const proto = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText, roundRect, beginPath, fill } = proto;
  const boxes = new WeakMap();
  const note = ({ canvas }, one) => drawn.set(canvas, [...(drawn.get(canvas) ?? []), one]);
  const placed = (pen, left, top, right, bottom) => {
    const { a, d, e, f } = pen.getTransform();
    return { left: left * a + e, right: right * a + e, top: top * d + f, bottom: bottom * d + f };
  };
  proto.clearRect = function (...area) {
    drawn.set(this.canvas, []);
    return clearRect.apply(this, area);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } = this.measureText(text);
    const box = placed(this, x - actualBoundingBoxLeft, y - actualBoundingBoxAscent, x + actualBoundingBoxRight, y + actualBoundingBoxDescent);
    if (text.trim() !== '') note(this, { text, color: this.fillStyle, ...box });
    return fillText.call(this, text, x, y, ...rest);
  };
  proto.beginPath = function () {
    boxes.delete(this);
    return beginPath.call(this);
  };
  proto.roundRect = function (x, y, width, height, ...rest) {
    boxes.set(this, placed(this, x, y, x + width, y + height));
    return roundRect.call(this, x, y, width, height, ...rest);
  };
  proto.fill = function (...rest) {
    const box = boxes.get(this);
    if (box && box.right - box.left > 40 && box.bottom - box.top > 12) note(this, { text: null, color: this.fillStyle, ...box });
    return fill.apply(this, rest);
  };
})()`;

/**
 * Everything visible on the charts, in drawing order, in CSS pixels of the page. The pointer's labels are left out: they cover others by design.
 * A tick of the price axis counts with the axis' whole height, because the tick moves with the price.
 */
const inSight = `(() => {
  const all = [...document.querySelectorAll('canvas')];
  return all.flatMap((canvas, layer) => {
    const box = canvas.getBoundingClientRect();
    const isAxis = box.width < 100 || box.height < 40;
    const [across, down] = [box.width / canvas.width, box.height / canvas.height];
    const isPointer = ({ color }) => isAxis && color === '#eaf0ff';
    const isOutside = ({ top, bottom }) => bottom < 0 || top > canvas.height;
    const isMoving = ({ color }) => box.width < 100 && color === '#7f8fb5';
    return (globalThis.drawnOnCanvases.get(canvas) ?? []).filter((each) => !isPointer(each) && !isOutside(each)).map((each) => [each, isMoving(each)]).map(([{ text, color, left, right, top, bottom }, moves]) => ({
      text,
      isAxis,
      isTick: isAxis && color === '#7f8fb5',
      left: box.left + left * across,
      right: box.left + right * across,
      top: moves ? box.top : box.top + top * down,
      bottom: moves ? box.bottom : box.top + bottom * down,
    }));
  });
})()`;

interface Drawn {
  /** Null for a box. */
  readonly text: string | null;
  /** True on an axis, which may be over the candles. */
  readonly isAxis: boolean;
  /** True for a tick of an axis, which prices may cover. */
  readonly isTick: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Call this before the page is opened. */
export const watchLetters = (context: BrowserContext): Promise<unknown> => context.addInitScript(noteLetters);

/** The texts on the page's charts, without the ticks of the axes. */
export const chartTextsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate<readonly Drawn[]>(inSight)).flatMap(({ text, isTick }) => (text === null || isTick ? [] : text));

/** The distance of two texts on the candles from top to top, CSS px; null until both appear. */
export async function distanceOf(page: Page, upper: string, lower: string): Promise<number | null> {
  const all = await page.evaluate<readonly Drawn[]>(inSight);
  const topOf = (wanted: string) => all.find(({ text, isAxis }) => text === wanted && !isAxis)?.top;
  const [above, below] = [topOf(upper), topOf(lower)];
  return above === undefined || below === undefined ? null : below - above;
}

/** The middle of the first text on the candles that contains `part`, CSS px of the page; null until such a text appears. */
export async function placeOf(page: Page, part: string): Promise<{ readonly x: number; readonly y: number } | null> {
  const all = await page.evaluate<readonly Drawn[]>(inSight);
  const found = all.find(({ text, isAxis }) => !isAxis && text?.includes(part) === true);
  return found === undefined ? null : { x: (found.left + found.right) / 2, y: (found.top + found.bottom) / 2 };
}

const touch = (one: Drawn, other: Drawn): boolean =>
  one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;

/** True if `after` spoils `before`, which the chart drew earlier. Prices may cover the ticks of their axis; boxes lie behind their own text. */
function spoils(before: Drawn, after: Drawn): boolean {
  if (!touch(before, after) || (before.text === null && after.text === null)) return false;
  if (before.isTick || after.isTick) return before.isAxis !== after.isAxis;
  return before.text !== null && (after.text !== null || !after.isAxis);
}

/** The pairs of texts of which one is printed over the other, and the texts that a label's box covers. */
export async function overprinted(page: Page): Promise<readonly string[]> {
  const all = await page.evaluate<readonly Drawn[]>(inSight);
  return all.flatMap((one, place) =>
    all
      .slice(place + 1)
      .filter((other) => spoils(one, other))
      .map((other) => `${one.text ?? 'a box'} | ${other.text ?? 'a box'}`),
  );
}
