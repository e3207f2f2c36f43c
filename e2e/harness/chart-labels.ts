import type { BrowserContext, Page } from 'playwright-core';

/** Notes where each canvas has letters, until it is cleared. A string, because DOM types are not available here. */
const noteLetters = `(() => {
  const letters = new Map();
  globalThis.lettersOnCanvases = letters;
  const proto = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText } = proto;
  proto.clearRect = function (...area) {
    letters.set(this.canvas, []);
    return clearRect.apply(this, area);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const { a, d, e, f } = this.getTransform();
    const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } = this.measureText(text);
    const box = {
      text,
      color: this.fillStyle,
      left: (x - actualBoundingBoxLeft) * a + e,
      right: (x + actualBoundingBoxRight) * a + e,
      top: (y - actualBoundingBoxAscent) * d + f,
      bottom: (y + actualBoundingBoxDescent) * d + f,
    };
    letters.set(this.canvas, [...(letters.get(this.canvas) ?? []), box]);
    return fillText.call(this, text, x, y, ...rest);
  };
})()`;

/** Every text in sight on the chart, in CSS pixels of the page, without the ticks of the axes, over which prices are drawn, and the price under the pointer, which is drawn over them. */
const textsInSight = `(() => {
  const isUnder = ({ color }, box) => box.width < 100 && ['#7f8fb5', '#eaf0ff'].includes(color);
  return [...globalThis.lettersOnCanvases].flatMap(([canvas, all]) => {
    if (!canvas.isConnected) return [];
    const box = canvas.getBoundingClientRect();
    const [across, down] = [box.width / canvas.width, box.height / canvas.height];
    return all.filter((each) => each.text.trim() !== '' && !isUnder(each, box)).map(({ text, left, right, top, bottom }) => ({
      text,
      left: box.left + left * across,
      right: box.left + right * across,
      top: box.top + top * down,
      bottom: box.top + bottom * down,
    }));
  });
})()`;

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Call this before the page is opened. */
export const watchLetters = (context: BrowserContext): Promise<unknown> => context.addInitScript(noteLetters);

/** The texts on the page's charts. */
export const chartTextsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate<readonly Written[]>(textsInSight)).map(({ text }) => text);

/** The pairs of texts of which one is printed over the other. */
export async function overprinted(page: Page): Promise<readonly string[]> {
  const all = await page.evaluate<readonly Written[]>(textsInSight);
  return all.flatMap((one, place) =>
    all
      .slice(place + 1)
      .filter(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}
