export function ProChartPage() {
  return null;
}
