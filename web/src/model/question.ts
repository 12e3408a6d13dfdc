import { type TextKey, text } from '../texts/index.ts'
import { builtins } from './analyzer-name.ts'

const firstSentence = /^.*?[.!?](?=\s|$)/s

/** The question that it answers. Others than the built-in ones say what they do in their first sentence. */
export function questionOf(definitionId: string, description: string): string {
  const own = /^Assay_(\w+?)(?:_\d+)+$/.exec(definitionId)?.[1]
  const known = builtins.find((name) => name === own)
  if (known) return text(`question.${known}` satisfies TextKey)
  return firstSentence.exec(description.trim())?.[0] ?? description.trim()
}
