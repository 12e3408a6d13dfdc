import { defineResponder, fail } from '../kit/index.ts'
import { feedDescription } from './description.ts'
import { entryOf } from './entry.ts'

const maxDays = 3_650

/**
 * The thread has no database: the report says what is to be listed, and the server stores that with
 * the report, in one transaction.
 */
export const responder = defineResponder({
  ...feedDescription,
  run({ data }, { config }) {
    const { feed, expires_days: days } = config
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(feed))
      fail('Setting feed must be lowercase letters, digits and hyphens (max. 64)')
    if (!Number.isInteger(days) || days < 0 || days > maxDays)
      fail(`Setting expires_days must be a whole number from 0 to ${maxDays}`)
    const entry = entryOf(data.dataType, data.data)
    const time = days === 0 ? 'permanently' : `for ${days} days`
    return {
      message: `${entry.value} is on block list ${feed} ${time}`,
      full: { feed: { name: feed, ...entry, days } },
    }
  },
})
