import type { NoticeParameters } from '@assay/contract'

const maxWord = 300

/** Words that others write stay short: a title is recognized by its beginning. */
export const cutWords = (parameters: NoticeParameters): NoticeParameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > maxWord
        ? `${value.slice(0, maxWord - 1)}…`
        : value,
    ]),
  )
