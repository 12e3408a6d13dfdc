import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { changed } from '../../base/data/cache.ts'

/** Without ids all of them; the mentions and updates behind them are read, too. */
export const readNotices = (ids?: readonly string[]) =>
  attempt(async () => {
    await api.readNotices(ids === undefined ? {} : { ids: [...ids] })
    await changed('notice')
  })
