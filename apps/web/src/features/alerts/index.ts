export { alertsKey } from './alerts-key.ts';
export { pickPrice, usePicking } from './pick-price.ts';
