/** Text on the clipboard, trimmed; null if the browser denies access. */
export async function pasteText(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return null;
  }
}
