import type { RuleExplanation } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { type Said, sentence, wantedWord } from './words.ts'

/** Why the rule acts on the object or not, from the parts: nested sentences are in the reader's language, too. */
export function whyOf(explanation: RuleExplanation, stopped: Said | undefined): string {
  const { because, conditions, checks, steps } = explanation
  switch (because.id) {
    case 'not.condition': {
      const failed = conditions.find(({ holds }) => !holds)
      if (!failed) return sentence(because)
      return text('rule.not.condition', {
        condition: sentence(failed),
        found: foundWord(failed) ?? text('rule.not.found'),
      })
    }
    case 'not.check': {
      const failed = checks.find(({ holds }) => !holds)
      return failed ? text('rule.not.check', { check: sentence(failed) }) : sentence(because)
    }
    case 'not.step': {
      const failed = steps.find(({ holds }) => !holds)?.reason
      return failed ? text('rule.not.step', { reason: sentence(failed) }) : sentence(because)
    }
    case 'not.stopped':
      return text('rule.not.stopped', { reason: stopped ? sentence(stopped) : '' })
    default:
      return sentence(because)
  }
}

/** What the object has there; undefined for conditions about no single field. */
export function foundWord({
  id,
  parameters,
  found,
}: RuleExplanation['conditions'][number]): string | undefined {
  if (id !== 'if.compare') return undefined
  return found === null || found === ''
    ? text('rule.not.found')
    : wantedWord(String(parameters.field ?? ''), shownFlag(parameters.wanted, found))
}

/** Databases keep yes and no as numbers. */
function shownFlag(wanted: Said['parameters'][string] | undefined, found: string): string {
  const [one] = Array.isArray(wanted) ? wanted : []
  if (one !== 'true' && one !== 'false') return found
  return found === '1' ? 'true' : found === '0' ? 'false' : found
}
