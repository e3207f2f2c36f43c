import type { IndicatorCreate } from 'klinecharts';

interface Row {
  readonly spanA?: number;
  readonly spanB?: number;
}

/** Fills the cloud between its two spans, in the colour of the one that is above. */
export const drawCloud: NonNullable<IndicatorCreate['draw']> = ({ ctx, chart, indicator, xAxis, yAxis }) => {
  const { realFrom, realTo } = chart.getVisibleRange();
  const rows = indicator.result as readonly Row[];
  ctx.globalAlpha = 0.14;
  for (let index = Math.max(0, realFrom - 1); index < realTo; index += 1) {
    const [one, next] = [rows[index], rows[index + 1]];
    if (one?.spanA === undefined || one.spanB === undefined) continue;
    if (next?.spanA === undefined || next.spanB === undefined) continue;
    const [left, right] = [xAxis.convertToPixel(index), xAxis.convertToPixel(index + 1)];
    ctx.fillStyle = indicator.styles?.lines?.[next.spanA >= next.spanB ? 2 : 3]?.color ?? '';
    ctx.beginPath();
    ctx.moveTo(left, yAxis.convertToPixel(one.spanA));
    ctx.lineTo(right, yAxis.convertToPixel(next.spanA));
    ctx.lineTo(right, yAxis.convertToPixel(next.spanB));
    ctx.lineTo(left, yAxis.convertToPixel(one.spanB));
    ctx.fill();
  }
  return false;
};
