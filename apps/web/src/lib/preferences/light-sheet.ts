/** Settles once the light theme's sheet has arrived or failed, or immediately where it isn't wanted (`followTheme`). */
export async function lightSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[data-theme]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve);
  });
}
