import { AppError } from '../src/domain/errors.ts'

/** The refusal that the attempt ends with; any other end is an error of the test. */
export function refusal(attempt: () => unknown): AppError {
  try {
    attempt()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('was not refused')
}
