import type { RuleSentence } from '@assay/contract'
import { plain, rulePieces, type Said, sentence } from '../../../shared/rules/words.ts'

export interface Compared {
  readonly name: string
  readonly reads: readonly (Said | RuleSentence)[]
}

export const differenceParts = ['name', 'when', 'if', 'do', 'limits'] as const

export interface Difference {
  readonly part: (typeof differenceParts)[number]
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

const beginnings = { when: 'when.', if: 'if.', do: 'do.', limits: 'limit.' } as const

/** What another version says and this one does not, by the parts of a rule. */
export function differences(before: Compared, after: Compared): Difference[] {
  return differenceParts.flatMap((part) => {
    const [old, now] = [before, after].map((one) =>
      part === 'name'
        ? [one.name]
        : one.reads
            .filter(({ id }) => id.startsWith(beginnings[part]))
            .map((said) => (part === 'when' ? plain(rulePieces([said])) : sentence(said))),
    ) as [string[], string[]]
    const removed = old.filter((words) => !now.includes(words))
    const added = now.filter((words) => !old.includes(words))
    // The same steps in another order.
    if (removed.length + added.length === 0 && old.join('\n') !== now.join('\n'))
      return [{ part, removed: [old.join(', ')], added: [now.join(', ')] }]
    return removed.length + added.length === 0 ? [] : [{ part, removed, added }]
  })
}
