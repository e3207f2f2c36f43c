const seconds = (time: Date): string => (time.getTime() / 1000).toFixed(0);

/** Metrics that `npm run restore-check` writes for Prometheus' node exporter. `newest` is null if no commit followed the backup. */
export function restoreFigures(checked: Date, newest: Date | null): string {
  const lines = [
    '# HELP fft_restore_checked_timestamp_seconds Time of the last restore of a backup whose books were sound.',
    '# TYPE fft_restore_checked_timestamp_seconds gauge',
    `fft_restore_checked_timestamp_seconds ${seconds(checked)}`,
  ];
  if (newest !== null) {
    lines.push(
      '# HELP fft_restore_newest_timestamp_seconds Time of the newest commit in that backup.',
      '# TYPE fft_restore_newest_timestamp_seconds gauge',
      `fft_restore_newest_timestamp_seconds ${seconds(newest)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
