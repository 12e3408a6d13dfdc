/** Whole numbers arrive as decimals; the fraction is cut off, as today's platform does. */
export const whole = (value: number): number => Math.trunc(value)

/** A moment arrives as a number or as digits. */
export const moment = (value: number | string): number => Math.trunc(Number(value))
