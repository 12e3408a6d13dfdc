import { defangText } from '../../base/model/defang.ts'
import { counted, text } from '../../base/texts/index.ts'
import type { HitGroup } from './hits.ts'

const maxShown = 80

/** "“bank” is in 14 observables, 3 cases, 2 alerts." Without a text, only how many fit the filters. */
export function searchAnswer(groups: readonly Pick<HitGroup, 'kind' | 'total'>[], typed: string) {
  const found = groups.map(({ kind, total }) => counted(`search.answer.${kind}`, total)).join(', ')
  const shown = defangText(typed.trim().slice(0, maxShown))
  return shown === ''
    ? text('search.answer.filtered', { found })
    : text('search.answer', { found, typed: shown })
}
