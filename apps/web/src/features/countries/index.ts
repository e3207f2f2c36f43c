export { countryName } from './countries.ts';
export { CountrySheet } from './CountrySheet.tsx';
