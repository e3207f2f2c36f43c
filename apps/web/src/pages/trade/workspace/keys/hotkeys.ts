/** What a key does on the workspace. */
export const hotkeys = {
  search: '/',
  buy: 'b',
  sell: 's',
  price: 'p',
  quantity: 'a',
  cancelAll: 'x',
  shorter: ',',
  longer: '.',
  ladder: 'l',
  oneClick: 'o',
  help: '?',
} as const;
export type Hotkey = keyof typeof hotkeys;

const byKey = new Map<string, Hotkey>(
  (Object.keys(hotkeys) as readonly Hotkey[]).map((action) => [hotkeys[action], action]),
);

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
}

/** The action of a key press; null for other keys, and for the browser's own shortcuts. */
export function hotkeyOf({ key, ctrlKey, metaKey, altKey, isComposing, repeat }: Pressed): Hotkey | null {
  if (ctrlKey || metaKey || altKey || isComposing || repeat) return null;
  return byKey.get(key.toLowerCase()) ?? null;
}
