import { trickFindings } from '../formats/name-findings.ts'
import { extensionOf, programs } from '../formats/risky-names.ts'
import { artifact, defineAnalyzer, fail, finding } from '../kit/index.ts'
import { isInsideHost, readShare } from '../url/shares.ts'
import { filenameDescription } from './description.ts'

const longest = 32_767

export const analyzer = defineAnalyzer({
  ...filenameDescription,
  run({ data }) {
    if (data.trim() === '') fail('The file name is empty')
    if (data.length > longest) fail(`The file name is longer than ${longest} characters`)
    const extension = extensionOf(data)
    const host = readShare(data)
    const isKnown = /^[\p{L}\p{N}_-]{1,20}$/u.test(extension)
    return {
      taxonomies: [],
      namespace: 'Filename',
      findings: [
        ...trickFindings(data),
        ...(host !== undefined && !isInsideHost(host)
          ? [finding('filename.remote', { host })]
          : []),
        isKnown ? finding('filename.extension', { extension }) : finding('filename.no-extension'),
        ...(programs.has(extension) ? [finding('filename.program', { extension })] : []),
      ],
      full: { name: data, extension: isKnown ? extension : null, host: host ?? null },
      artifacts: host?.includes('.')
        ? [
            artifact(/^[\d.]+$/.test(host) ? 'ip' : 'fqdn', host, {
              kind: 'host',
              message: 'host of the file share',
            }),
          ]
        : [],
    }
  },
})
