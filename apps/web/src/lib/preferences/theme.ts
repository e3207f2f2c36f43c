/** A customer's choice; `device` follows the device's own setting. */
export type Theme = 'device' | 'dark' | 'light';
/** What is on the screen. */
export type Shown = Exclude<Theme, 'device'>;

export const themes: readonly Theme[] = ['device', 'dark', 'light'];

export const themeKey = 'theme';

const stored = (): string | null => localStorage.getItem(themeKey);

export const chosenTheme = (): Theme => themes.find((theme) => theme === stored()) ?? 'dark';

/** Whether the light theme is chosen, or is the device's and that is followed. */
export const wantsLight = (device: { readonly matches: boolean }): boolean =>
  stored() === 'light' || (stored() === 'device' && device.matches);

/** Stores the choice on this device, and shows it here as other tabs do. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme);
  window.dispatchEvent(new StorageEvent('storage', { key: themeKey }));
}
