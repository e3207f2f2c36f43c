export { countryAt, type Place, unitsOf } from './outlines.ts';
export { WorldMap } from './WorldMap.tsx';
