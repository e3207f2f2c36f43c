import outlines from './outlines.json';

/**
 * The world as `[country, path]`: an SVG path per country in tenths of a degree, starting at 180° west and 90° north. Made from Natural Earth's 1:110m countries,
 * which are in the public domain; countries too small for that scale are missing.
 */
export const world = outlines as unknown as readonly (readonly [code: string, path: string])[];

/** A location: a country, and whole degrees if they are known. */
export interface Place {
  readonly country: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Degrees as the map's units. */
export function unitsOf(latitude: number, longitude: number): { readonly x: number; readonly y: number } {
  return { x: (longitude + 180) * 10, y: (90 - latitude) * 10 };
}

/** The country at a point of the map; null at sea and where the map is too coarse. */
export function countryAt(x: number, y: number): string | null {
  return world.find(([, path]) => isInside(path, x, y))?.[0] ?? null;
}

/** Counts how often a ray from the point crosses the outline; all rings count, so holes are outside. */
function isInside(path: string, x: number, y: number): boolean {
  let inside = false;
  for (const ring of ringsOf(path)) {
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

function ringsOf(path: string): [number, number][][] {
  return path
    .split('z')
    .filter((part) => part !== '')
    .map((part) => {
      let [x, y] = [0, 0];
      return part
        .slice(1)
        .split('l')
        .map((step) => {
          const [dx = 0, dy = 0] = step.split(' ').map(Number);
          [x, y] = [x + dx, y + dy];
          return [x, y];
        });
    });
}
