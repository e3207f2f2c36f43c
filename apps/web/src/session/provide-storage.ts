/** As a browser's: what is stored are its own properties. */
const methods: Omit<Storage, number> & ThisType<Record<string, string>> = {
  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
  },
  setItem(key: string, value: string) {
    this[key] = value;
  },
  removeItem(key: string) {
    delete this[key];
  },
  clear() {
    for (const key of Object.keys(this)) delete this[key];
  },
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  },
  get length() {
    return Object.keys(this).length;
  },
};

function isBlocked(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    // Some web views have none instead of refusing it.
    const storage: Storage | null = window[name];
    return storage === null;
  } catch {
    return true;
  }
}

/** Where the browser keeps nothing for this site, the app's pages keep it in memory, for as long as this one is open. Comes before all that reads. */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (!isBlocked(name)) continue;
    const storage = Object.create(methods) as Storage;
    Object.defineProperty(window, name, { value: storage, configurable: true });
  }
}
