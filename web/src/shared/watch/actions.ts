import type { ValueName, WatchEvery } from '@assay/contract'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { changed } from '../../base/data/cache.ts'
import { text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'

interface Watched extends ValueName {
  readonly filename?: string | undefined
}

export const everyChoices: readonly WatchEvery[] = ['none', 'day', 'week']

export const watchValue = ({ filename, ...value }: Watched, every: WatchEvery) =>
  attempt(async () => {
    await api.watchValue({ ...value, ...(filename === undefined ? {} : { filename }), every })
    await changed('watch')
    showToast({ kind: 'success', message: text(`watch.told.${every}`) })
  })

export const setEvery = (id: string, every: WatchEvery) =>
  attempt(async () => {
    await api.updateWatch({ id }, { every })
    await changed('watch')
  })

export const stopWatching = (id: string) =>
  attempt(async () => {
    await api.stopWatching({ id })
    await changed('watch')
    showToast({ kind: 'success', message: text('watch.stopped') })
  })

/** Without ids everything. */
export const markRead = (ids?: readonly string[]) =>
  attempt(async () => {
    await api.readWatchNews(ids === undefined ? {} : { ids: [...ids] })
    await changed('watch')
  })

/** Comments that name the reader; without ids all of them. */
export const readMentions = (ids?: readonly string[]) =>
  attempt(async () => {
    await api.readMentions(ids === undefined ? {} : { ids: [...ids] })
    await changed('mention')
  })
