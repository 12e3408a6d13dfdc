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
      fail('The setting feed is a name of small letters, digits and dashes, at most 64')
    if (!Number.isInteger(days) || days < 0 || days > maxDays)
      fail(`The setting expires_days is a whole number from 0 to ${maxDays}`)
    const entry = entryOf(data.dataType, data.data)
    const time = days === 0 ? 'for good' : `for ${days} days`
    return {
      message: `${entry.value} is in the list ${feed} ${time}`,
      full: { feed: { name: feed, ...entry, days } },
    }
  },
})
