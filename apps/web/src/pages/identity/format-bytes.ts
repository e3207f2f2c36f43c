/** `412 KB`, as phones tell sizes. */
export function formatBytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
