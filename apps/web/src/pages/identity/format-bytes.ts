/** Formats a size the way phones do: `412 KB`. */
export function formatBytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
