import { is } from '../../base/data/steps.ts'

/** Each tag that is named must be there. */
export const tagFilter = {
  key: 'tag',
  label: 'cases.tag',
  query: (tags: readonly string[]) => tags.map((tag) => is('tags', tag)),
} as const
