import { refang } from '@assay/contract/detect'
import { artifact, defineAnalyzer, fail, taxonomy } from '../kit/index.ts'
import { brandsOf } from './brands.ts'
import { domainDescription } from './description.ts'
import { examineName } from './examine.ts'
import { readDomainName } from './name.ts'

export const analyzer = defineAnalyzer({
  ...domainDescription,
  run({ data }, { config }) {
    const name = readDomainName(refang(data))
    if (!name) return fail('Not a domain name')
    const brands = brandsOf(config)
    const { findings, full } = examineName(name, brands, 'domain')
    const registrable = name.registrable ?? name.suffix
    return {
      taxonomies: [taxonomy('info', 'Domain', 'Registrable', registrable)],
      findings,
      full,
      artifacts:
        name.registrable !== null && name.registrable !== name.ascii
          ? [
              artifact('domain', name.registrable, {
                kind: 'registered part',
                message: 'registered domain',
              }),
            ]
          : [],
    }
  },
})
