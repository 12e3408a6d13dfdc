import { archiveIn } from '../formats/archive-forms.ts'
import { defineAnalyzer } from '../kit/index.ts'
import { archiveDescription } from './description.ts'

export const analyzer = defineAnalyzer({
  ...archiveDescription,
  async run(file, job) {
    const archive = await archiveIn(file)
    if (archive === undefined) return { taxonomies: [], full: { isArchive: false } }
    const { reportOf } = await import('./report.ts')
    return reportOf(file, archive, job)
  },
})
