import type { DeepPartial, Styles } from 'klinecharts';
import { axisWidth, legendMargins } from './chart-room.ts';
import type { ChartSettings } from '../settings/chart-settings.ts';
import type { Palette } from './palette.ts';

/** Options that differ between the app's charts, and with a chart's size. */
export interface ChartLook {
  /** True if the price axis is over the chart instead of beside it. */
  readonly insideAxis: boolean;
  /** True if the legend is permanent; otherwise it appears while a candle is pointed at. */
  readonly alwaysLegend: boolean;
  /** Draws the volume at the bottom of the candles instead of in a pane of its own. */
  readonly volumeOver: boolean;
}

/** Minimum width for an axis over the candles and for a permanent legend, CSS px. In a narrower chart both would cover marked prices. */
const wideFrom = 280;
/** Minimum height for a separate pane of the volume, CSS px. In a lower chart the candles need the room. */
const highFrom = 300;

/** The look of a chart of this size. */
export const lookAt = (
  form: ChartLook,
  { width, height }: { readonly width: number; readonly height: number },
): ChartLook => ({
  insideAxis: form.insideAxis && width >= wideFrom,
  alwaysLegend: form.alwaysLegend && width >= wideFrom,
  volumeOver: form.volumeOver || height < highFrom,
});

export const isSameLook = (one: ChartLook, other: ChartLook): boolean =>
  String(Object.values(one)) === String(Object.values(other));

type StyledSettings = Pick<ChartSettings, 'candleType' | 'extremes' | 'countdown'>;

export const fontSize = 11;

/** The chart's styles from the design tokens, where the library's defaults differ. */
export function chartStyles(palette: Palette, settings: StyledSettings, look: ChartLook): DeepPartial<Styles> {
  const grid = { show: true, size: 1, color: palette.hairline, style: 'solid' as const };
  return {
    grid: { horizontal: grid, vertical: grid },
    candle: candleStyles(palette, settings, look),
    indicator: indicatorStyles(palette, look),
    xAxis: axisStyles(palette, true),
    yAxis: { ...axisStyles(palette, !look.insideAxis), size: 'auto' },
    separator: { size: 1, color: palette.hairline, activeBackgroundColor: palette.hairline },
    crosshair: { horizontal: crossStyles(palette), vertical: crossStyles(palette) },
    overlay: {
      text: { family: palette.font },
      point: { radius: 5, activeRadius: 7, borderSize: 1, activeBorderSize: 2 },
    },
  };
}

function candleStyles(palette: Palette, settings: StyledSettings, look: ChartLook): DeepPartial<Styles['candle']> {
  const { up, down, weak, font, text } = palette;
  const mark = { show: settings.extremes, color: text, textFamily: font, textSize: fontSize };
  const legend = { ...legendMargins, size: fontSize, family: font, color: palette.second };
  return {
    type: settings.candleType,
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: weak,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: weak,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: weak,
    },
    area: {
      lineSize: 1.5,
      lineColor: palette.accent,
      value: 'close',
      smooth: false,
      backgroundColor: [
        { offset: 0, color: `${palette.accent}00` },
        { offset: 1, color: `${palette.accent}4d` },
      ],
      point: { show: true, color: palette.accent, radius: 3, rippleColor: `${palette.accent}4d`, rippleRadius: 7 },
    },
    priceMark: {
      high: mark,
      low: mark,
      last: {
        upColor: palette.upFill,
        downColor: palette.downFill,
        noChangeColor: palette.flat,
        text: { size: fontSize, family: font, borderRadius: settings.countdown ? [4, 4, 0, 0] : 4, paddingBottom: 3 },
        extendTexts: [countdownStyles(palette, settings.countdown)],
      },
    },
    tooltip: {
      showRule: look.alwaysLegend ? 'always' : 'follow_cross',
      ...tooltipRoom(look),
      title: { show: false },
      legend,
    },
  };
}

function countdownStyles({ font }: Palette, show: boolean) {
  return {
    show,
    updateInterval: 1000,
    position: 'below_price' as const,
    style: 'fill' as const,
    color: '#ffffff',
    size: fontSize,
    family: font,
    weight: 'normal',
    borderStyle: 'solid' as const,
    borderSize: 0,
    borderColor: 'transparent',
    borderDashedValue: [2, 2],
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 2,
    paddingBottom: 4,
    borderRadius: [0, 0, 4, 4],
  };
}

/** Distance of the legends from the top, CSS px. */
export const legendOffset = 4;
/** Distance of the legends' ends from the price axis, CSS px. */
export const legendGap = 4;
const tooltipRoom = (look: ChartLook) => ({
  offsetTop: legendOffset,
  offsetRight: legendGap + (look.insideAxis ? axisWidth : 0),
});

function indicatorStyles(
  { up, down, weak, font, second, lines }: Palette,
  look: ChartLook,
): DeepPartial<Styles['indicator']> {
  const text = { ...legendMargins, size: fontSize, family: font, color: second };
  return {
    bars: [{ style: 'fill', upColor: `${up}b3`, downColor: `${down}b3`, noChangeColor: weak }],
    lines: lines.map((color) => ({ style: 'solid', smooth: false, size: 1.2, dashedValue: [2, 2], color })),
    tooltip: { ...tooltipRoom(look), title: { ...text, color: weak }, legend: text },
  };
}

function axisStyles({ hairline, weak, font }: Palette, line: boolean) {
  return {
    axisLine: { show: line, color: hairline },
    tickLine: { show: false },
    tickText: { color: weak, family: font, size: fontSize },
  };
}

function crossStyles({ second, raised, font, text }: Palette) {
  return {
    line: { color: second, dashedValue: [4, 3] },
    text: { color: text, family: font, size: fontSize, backgroundColor: raised, borderColor: raised, borderRadius: 4 },
  };
}
