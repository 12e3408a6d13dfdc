import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { changed, readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'

/** A closed case whose observables turned out worse. */
export const reopen = ({ id, number }: { id: string; number: number }): Promise<boolean> =>
  attempt(async () => {
    await api.updateCaseV1({ id }, { status: 'Open' })
    await changed('case')
    await readAgain(keyOf('overview'))
    showToast({ kind: 'success', message: text('overview.reopened', { number: String(number) }) })
  })
