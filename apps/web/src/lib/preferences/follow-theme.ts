import { type Shown, themeKey, wantsLight } from './theme.ts';

declare global {
  /** Settles once the light theme's sheet has arrived or failed; missing where it isn't wanted. */
  var lightSheet: Promise<void> | undefined;
}

/** What the build knows of the themes. */
export interface ThemeParts {
  /** Address of the light theme's sheet. */
  readonly sheet: string;
  /** Colours of the browser's own bars. */
  readonly bars: Readonly<Record<Shown, string>>;
}

/**
 * Shows the chosen theme, and follows the device, other tabs and the settings. The light sheet is loaded once it is wanted. At a start, the page is marked as
 * light before the sheet arrives, so that the first paint has the right ground; later, the dark theme stays until then.
 */
export function followTheme({ sheet, bars }: ThemeParts): void {
  const { documentElement: root, head } = document;
  const device = matchMedia('(prefers-color-scheme: light)');
  let link: HTMLLinkElement | null = null;
  let isStart = true;

  function load(): HTMLLinkElement {
    const loaded = document.createElement('link');
    loaded.rel = 'stylesheet';
    loaded.href = sheet;
    globalThis.lightSheet = new Promise((resolve) => {
      loaded.addEventListener('load', () => resolve(show()));
      loaded.addEventListener('error', () => {
        loaded.remove();
        link = null;
        resolve(mark('dark'));
      });
    });
    head.append(loaded);
    return loaded;
  }

  function mark(shown: Shown): void {
    root.dataset.theme = shown;
    head.querySelector('[name=theme-color]')?.setAttribute('content', bars[shown]);
  }

  function show(): void {
    const isLight = wantsLight(device);
    if (isLight) link ??= load();
    mark(isLight && (isStart || link?.sheet) ? 'light' : 'dark');
    isStart = false;
  }

  device.addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === null) show();
  });
  show();
}
