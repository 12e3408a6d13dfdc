import { isRecord } from '../../base/model/levels.ts'

export type Parameters =
  | { readonly kind: 'none' }
  | { readonly kind: 'ok'; readonly value: Record<string, unknown> }
  | { readonly kind: 'wrong'; readonly reason: 'syntax' | 'shape' }

/** The JSON that is handed to the analyzers: nothing, or an object. */
export function readParameters(text: string): Parameters {
  if (text.trim() === '') return { kind: 'none' }
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { kind: 'ok', value } : { kind: 'wrong', reason: 'shape' }
  } catch {
    return { kind: 'wrong', reason: 'syntax' }
  }
}
