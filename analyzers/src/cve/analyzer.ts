import { defineAnalyzer, fail, finding, taxonomy } from '../kit/index.ts'
import { cveDescription } from './description.ts'
import { parseCve } from './parse.ts'

export const analyzer = defineAnalyzer({
  ...cveDescription,
  async run({ dataType, data }) {
    const now = new Date()
    const cve = parseCve(data, now)
    if (!cve) {
      if (dataType === 'cve') fail('Not a CVE ID; expected the form CVE-2021-44228')
      return { taxonomies: [], full: { isCve: false } }
    }
    const age = now.getUTCFullYear() - cve.year
    const years = Math.max(0, age)
    return {
      taxonomies: cve.doubts.length > 0 ? [] : [taxonomy('info', 'CVE', 'Year', cve.year)],
      namespace: 'CVE',
      findings: [
        cve.doubts.length > 0
          ? finding('cve.impossible', { id: cve.id, why: cve.doubts.join('; ') })
          : finding('cve.year', { id: cve.id, year: cve.year, years }),
      ],
      full: {
        isCve: true,
        ...cve,
        ageInYears: years,
        references: [
          `https://www.cve.org/CVERecord?id=${cve.id}`,
          `https://nvd.nist.gov/vuln/detail/${cve.id}`,
        ],
      },
    }
  },
})
