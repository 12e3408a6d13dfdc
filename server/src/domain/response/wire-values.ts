/** Whole numbers arrive as decimals; the fraction is cut off, as today's platform does. */
export const whole = (value: number): number => Math.trunc(value)

/** These attributes of an input, as far as they were given: null says nothing. */
export function given<T extends object, K extends keyof T>(
  input: T,
  ...names: readonly K[]
): { [Name in K]?: NonNullable<T[Name]> } {
  const values: { [Name in K]?: NonNullable<T[Name]> } = {}
  for (const name of names) {
    const value = input[name]
    if (value !== null && value !== undefined) values[name] = value
  }
  return values
}

/** A moment arrives as a number or as digits. */
export const moment = (value: number | string): number => Math.trunc(Number(value))
