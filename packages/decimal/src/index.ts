/** Exact decimals as safe integers: an amount is a count of its smallest unit, and no calculation uses fractions. */
export { assert, AssertionFailure } from './assert.ts';
export { add, multiply, multiplyDivideDown, multiplyDivideUp, subtract, maxUnits } from './arithmetic.ts';
export { averagePrice, divideHalfEven, divideToPlaces, placesBeyondPrice, type Scaled } from './average.ts';
export { formatDecimal } from './format.ts';
export { parseDecimal, type DecimalRefusal, type ParsedDecimal } from './parse.ts';
