import type { Locator } from 'playwright-core';

interface Attributed {
  getAttribute(name: string): string | null;
}

/** The values of these attributes of each element, read at once: of an element that goes meanwhile, one by one would wait for another. */
export function attributesOf(elements: Locator, ...names: readonly string[]): Promise<(string | null)[][]> {
  return elements.evaluateAll(
    (all: readonly Attributed[], wanted: readonly string[]) =>
      all.map((one) => wanted.map((name) => one.getAttribute(name))),
    names,
  );
}
