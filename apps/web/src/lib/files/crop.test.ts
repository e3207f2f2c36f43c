import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dragged, middleCrop, squareOf, zoomed, maxZoom } from './crop.ts';

const wide = { width: 900, height: 600 };

describe('the visible part of a picture', () => {
  it('starts as the largest square in the middle', () => {
    expect(squareOf(wide, middleCrop)).toEqual({ left: 150, top: 0, side: 600 });
  });

  it('follows the finger and stops at the picture’s edge', () => {
    const right = dragged(wide, middleCrop, { right: 0.1, down: 0.5 });
    expect(squareOf(wide, right)).toEqual({ left: 90, top: 0, side: 600 });
    const left = squareOf(wide, dragged(wide, right, { right: -5, down: 0 }));
    expect([left.left, left.top].map((pixels) => Math.round(pixels))).toEqual([300, 0]);
  });

  it('zooms about the same middle, within limits', () => {
    expect(squareOf(wide, zoomed(wide, middleCrop, 2))).toEqual({ left: 300, top: 150, side: 300 });
    expect(zoomed(wide, middleCrop, 99).zoom).toBe(maxZoom);
    const corner = dragged(wide, zoomed(wide, middleCrop, 2), { right: 9, down: 9 });
    expect(squareOf(wide, corner)).toEqual({ left: 0, top: 0, side: 300 });
    expect(squareOf(wide, zoomed(wide, corner, 1))).toEqual({ left: 0, top: 0, side: 600 });
  });

  it('never shows anything outside the picture', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    const step = fc.record({ right: number, down: number, zoom: fc.double({ min: 0, max: 9, noNaN: true }) });
    const size = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) });
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 12 }), (picture, steps) => {
        let crop = middleCrop;
        for (const { zoom, ...by } of steps) crop = dragged(picture, zoomed(picture, crop, zoom), by);
        const { left, top, side } = squareOf(picture, crop);
        const slack = 1e-6 * Math.max(picture.width, picture.height);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack);
        expect(left + side).toBeLessThanOrEqual(picture.width + slack);
        expect(top + side).toBeLessThanOrEqual(picture.height + slack);
      }),
    );
  });
});
