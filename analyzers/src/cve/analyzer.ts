import { defineAnalyzer, fail, taxonomy } from '../kit/index.ts'
import { cveDescription } from './description.ts'
import { parseCve } from './parse.ts'

export const analyzer = defineAnalyzer({
  ...cveDescription,
  async run({ dataType, data }) {
    const now = new Date()
    const cve = parseCve(data, now)
    if (!cve) {
      if (dataType === 'cve') fail('This is no id of a vulnerability; it looks like CVE-2021-44228')
      return { taxonomies: [], full: { isCve: false } }
    }
    const age = now.getUTCFullYear() - cve.year
    const judged =
      cve.doubts.length > 0
        ? taxonomy('suspicious', 'CVE', 'Id', 'cannot exist')
        : taxonomy('info', 'CVE', 'Year', cve.year)
    return {
      taxonomies: [judged],
      full: {
        isCve: true,
        ...cve,
        ageInYears: Math.max(0, age),
        references: [
          `https://www.cve.org/CVERecord?id=${cve.id}`,
          `https://nvd.nist.gov/vuln/detail/${cve.id}`,
        ],
      },
    }
  },
})
