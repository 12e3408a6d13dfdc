import { extract } from '@assay/contract/detect'
import bowser from 'bowser'
import { artifact, defineAnalyzer, type Finding, fail, finding, taxonomy } from '../kit/index.ts'
import { userAgentDescription } from './description.ts'
import { examine } from './examine.ts'
import { programIn } from './programs.ts'

const maxLength = 65_536
const maxArtifacts = 50

export const analyzer = defineAnalyzer({
  ...userAgentDescription,
  async run({ data }) {
    if (data.length > maxLength)
      fail(`The user agent has ${data.length} characters; the limit is ${maxLength}`)
    const program = programIn(data)
    const device = deviceOf(data)
    const badges = [
      ['Browser', device.browser],
      ['System', device.system],
    ] as const
    return {
      taxonomies: badges.flatMap(([predicate, text]) =>
        text === undefined ? [] : [taxonomy('info', 'UserAgent', predicate, text)],
      ),
      namespace: 'UserAgent',
      findings: withAnswer(examine(data, program), device, data),
      full: { userAgent: data, ...device, program: program ?? null },
      artifacts: extract(data, { max: maxArtifacts })
        .filter(({ dataType }) => ['url', 'ip', 'domain', 'fqdn', 'mail'].includes(dataType))
        .map(({ dataType, value }) =>
          artifact(dataType, value, { kind: 'names', message: 'named in the user agent' }),
        ),
    }
  },
})

/** Nothing to say would look like nothing examined. */
const withAnswer = (findings: Finding[], device: object, data: string) =>
  findings.length > 0 || 'browser' in device || 'system' in device
    ? findings
    : [finding('user-agent.unknown', { text: data.slice(0, 100) })]

/** What the sender claims to be. */
function deviceOf(userAgent: string) {
  // The library refuses an empty text and nothing else.
  if (userAgent.trim() === '') return {}
  const { browser, os, platform, engine } = bowser.parse(userAgent.slice(0, 2_000))
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined
  const named = {
    browser: joined(browser.name, browser.version),
    system: joined(os.name, os.versionName ?? os.version),
    device: joined(platform.type, platform.vendor, platform.model),
    engine: joined(engine.name, engine.version),
  }
  return Object.fromEntries(
    Object.entries(named).filter(([, text]) => text !== undefined),
  ) as Partial<Record<keyof typeof named, string>>
}
