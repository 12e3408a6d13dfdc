import { currentLanguage } from '../texts/index.ts'
import { builtinOf } from './builtins.ts'

const firstSentence = /^.*?[.!?](?=\s|$)/s

/** The question that it answers. Others than the built-in ones say what they do in their first sentence. */
export const questionOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? firstSentence.exec(description.trim())?.[0] ?? description.trim()

/** The same for the user who is about to run it: others get the full text. */
export const aboutOf = (definitionId: string, description: string): string =>
  builtinQuestion(definitionId) ?? description

const builtinQuestion = (definitionId: string): string | undefined =>
  builtinOf(definitionId)?.question[currentLanguage()]
