import type { OverlayTemplate } from 'klinecharts';
import type * as Library from 'klinecharts';
import { expect, test } from 'vitest';
import { overlayNames, registerOverlays } from './overlays.ts';

function registered(name: string): OverlayTemplate {
  const templates = new Map<string, OverlayTemplate>();
  registerOverlays({
    registerOverlay: (template: OverlayTemplate) => templates.set(template.name, template),
  } as unknown as typeof Library);
  const template = templates.get(name);
  if (template === undefined) throw new Error(`no overlay ${name}`);
  return template;
}

test('a measurement counts its candles after a reload, when its points have times alone', () => {
  const figures = registered(overlayNames.measure).createPointFigures?.({
    chart: { getSymbol: () => ({ pricePrecision: 1 }), getBarSpace: () => ({ bar: 8 }) },
    coordinates: [
      { x: 20, y: 90 },
      { x: 76.0001, y: 30 },
    ],
    overlay: {
      points: [
        { timestamp: 1, value: 100 },
        { timestamp: 2, value: 110 },
      ],
    },
  } as unknown as Parameters<NonNullable<OverlayTemplate['createPointFigures']>>[0]);
  expect(JSON.stringify(figures)).toContain('· 7');
});
