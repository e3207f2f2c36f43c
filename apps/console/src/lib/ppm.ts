/** Formats parts per million as a percentage: 800 is `0.08%`. */
export function formatPpm(ppm: number): string {
  return `${(ppm / 10_000).toFixed(4).replace(/0{1,2}$/, '')}%`;
}
