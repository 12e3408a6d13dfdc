import { type TextKey, text } from '../texts/index.ts'
import { builtins } from './analyzer-name.ts'

const firstSentence = /^.*?[.!?](?=\s|$)/s

/** The question that it answers. Others than the built-in ones say what they do in their first sentence. */
export const questionOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? firstSentence.exec(description.trim())?.[0] ?? description.trim()

/** The same for whoever is about to run it: others say all that they have to say. */
export const aboutOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? description

function builtinQuestion(definitionId: string): string | undefined {
  const own = /^Assay_(\w+?)(?:_\d+)+$/.exec(definitionId)?.[1]
  const known = builtins.find((name) => name === own)
  return known && text(`question.${known}` satisfies TextKey)
}
