/** What the clipboard holds, trimmed; null where the browser doesn't give it. */
export async function pasteText(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return null;
  }
}
