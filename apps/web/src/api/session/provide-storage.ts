/** Full ones that are stood in for. What is removed goes from them too, so that a reload brings no session back. */
const beneath = new WeakMap<object, Storage>();

/** As a browser's: what is stored are its own properties. */
const methods: Omit<Storage, number> & ThisType<Record<string, string>> = {
  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
  },
  setItem(key: string, value: string) {
    this[key] = value;
  },
  removeItem(key: string) {
    beneath.get(this)?.removeItem(key);
    delete this[key];
  },
  clear() {
    beneath.get(this)?.clear();
    for (const key of Object.keys(this)) delete this[key];
  },
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  },
  get length() {
    return Object.keys(this).length;
  },
};

type StorageName = 'localStorage' | 'sessionStorage';

/** Null where the browser refuses it; some web views have none instead. */
function openStorage(name: StorageName): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Room for all that the app's pages keep in a session, but for what they can do without. */
const probe = 'x'.repeat(4096);

function takesMore(storage: Storage): boolean {
  try {
    storage.setItem('probe', probe);
    storage.removeItem('probe');
    return true;
  } catch {
    return false;
  }
}

/** From now on the app's pages keep in memory what they would keep there, for as long as this one is open. */
export function keepInMemory(name: StorageName): void {
  const full = openStorage(name);
  const storage = Object.assign(Object.create(methods) as Storage, full);
  if (full !== null) beneath.set(storage, full);
  Object.defineProperty(window, name, { value: storage, configurable: true });
}

/** Where the browser keeps nothing for this site, or nothing more, memory stands in. Comes before all that reads. */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = openStorage(name);
    if (storage === null || !takesMore(storage)) keepInMemory(name);
  }
}
