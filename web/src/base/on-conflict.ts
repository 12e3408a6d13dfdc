import { ApiError } from '@assay/contract'
import { Refusal } from './problem.ts'
import { text } from './texts/index.ts'

const conflicts = ['ConflictError', 'CreateError']

/** "Exists already" is about the typed name, so it is shown at its field. */
export async function onConflict<T>(
  call: Promise<T>,
  fields: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError) || !conflicts.includes(error.body.type)) throw error
    throw new Refusal(text('error.fields'), fields)
  }
}
