import { currentLanguage } from '../texts/index.ts'
import { builtinOf } from './builtins.ts'

const firstSentence = /^.*?[.!?](?=\s|$)/s

/** The question that it answers. Others than the built-in ones say what they do in their first sentence. */
export const questionOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? firstSentence.exec(description.trim())?.[0] ?? description.trim()

/** The same for whoever is about to run it: others say all that they have to say. */
export const aboutOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? description

const builtinQuestion = (definitionId: string): string | undefined =>
  builtinOf(definitionId)?.question[currentLanguage()]
