import { useEffect, useState } from 'react'
import type { Rights } from '../../base/session/rights.ts'
import { loadTexts } from '../../base/texts/index.ts'
import type { Entry } from '../settings/search.ts'

type Finder = (typed: string, most: number) => readonly Entry[]

const minLength = 2

async function loadFinder(rights: Rights): Promise<Finder> {
  const [{ settingsFinder }] = await Promise.all([
    import('../settings/finder.ts'),
    loadTexts(['account', 'administration', 'settings', 'users']),
  ])
  return settingsFinder(rights)
}

/** Pages and fields of the settings; the index is loaded with the first keystroke. */
export function useSettingsHits(typed: string, rights: Rights, most: number): readonly Entry[] {
  const [finder, setFinder] = useState<{ find: Finder }>()
  const isWanted = typed.trim().length >= minLength
  useEffect(() => {
    if (!isWanted || finder) return
    let isOver = false
    // Without it the palette still goes everywhere else.
    loadFinder(rights).then(
      (find) => !isOver && setFinder({ find }),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isWanted, finder, rights])
  return isWanted ? (finder?.find(typed, most) ?? []) : []
}
