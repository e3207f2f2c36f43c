/** Full storages that memory replaces. Entries are removed from them too, so that a reload restores no session. */
const beneath = new WeakMap<object, Storage>();

/** As in a browser's storage, entries are its own properties. */
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

/** Null if the browser blocks the storage; some web views have none. */
function openStorage(name: StorageName): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Enough room for all that the app's pages need to store in a session. */
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

/** Replaces a storage by memory for as long as this page is open. */
export function keepInMemory(name: StorageName): void {
  const full = openStorage(name);
  const storage = Object.assign(Object.create(methods) as Storage, full);
  if (full !== null) beneath.set(storage, full);
  Object.defineProperty(window, name, { value: storage, configurable: true });
}

/** Replaces storages that are blocked or full by memory. Must run before anything reads them. */
export function ensureStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = openStorage(name);
    if (storage === null || !takesMore(storage)) keepInMemory(name);
  }
}
