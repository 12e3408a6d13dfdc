import { defineAnalyzer } from '../kit/index.ts'
import { pageDescription } from './description.ts'
import { pageText } from './text.ts'

export const analyzer = defineAnalyzer({
  ...pageDescription,
  async run(file, job) {
    const found = await pageText(file)
    if (!found) return { taxonomies: [], full: { isPage: false } }
    if ('gap' in found) return { taxonomies: [], full: { isPage: true, incomplete: [found.gap] } }
    const { reportOf } = await import('./report.ts')
    return reportOf(file, found, job)
  },
})
