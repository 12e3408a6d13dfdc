import { type CatalogueId, catalogue } from '../findings/index.ts'
import { fillSentence, inEnglish } from '../findings/sentence.ts'
import { englishSpeech } from './english.ts'
import { composeHeadline as compose, headlineGraph } from './index.ts'
import { sayHeadline } from './say.ts'
import type { HeadlineEdge, HeadlineInput, HeadlineReason, HeadlineSubject } from './subject.ts'

const levels = {
  info: 'none',
  safe: 'safe',
  suspicious: 'suspicious',
  malicious: 'malicious',
} as const

export const reason = (
  id: CatalogueId,
  parameters: Record<string, string | number> = {},
  analyzer = id.startsWith('lists.') ? 'Assay_Lists' : 'Assay_Other',
): HeadlineReason => ({
  level: levels[catalogue[id].level],
  text: fillSentence(catalogue[id].sentence, parameters, inEnglish) ?? id,
  id,
  parameters,
  analyzer,
})

const order = ['none', 'safe', 'suspicious', 'malicious'] as const
export const subject = (
  name: string,
  reasons: readonly HeadlineReason[] = [],
  rest: Partial<HeadlineSubject> = {},
): HeadlineSubject => ({
  key: name,
  dataType: /^https?:/.test(name)
    ? 'url'
    : /\.(?:eml|zip|js|html|pdf|exe)$/.test(name)
      ? 'file'
      : 'domain',
  ...(/\.(?:eml|zip|js|html|pdf|exe)$/.test(name)
    ? { hash: name, filename: name }
    : { data: name }),
  level: order[Math.max(0, ...reasons.map(({ level }) => order.indexOf(level)))] ?? 'none',
  reasons,
  gaps: [],
  failures: [],
  answered: 3,
  ...rest,
})
export const edge = (from: string, kind: string, to: string): HeadlineEdge => ({ from, kind, to })

export interface Input extends Omit<HeadlineInput, 'graph'> {
  readonly others?: readonly HeadlineSubject[]
  readonly edges?: readonly HeadlineEdge[]
}
export const composeHeadline = ({ others = [], edges = [], ...input }: Input) =>
  compose({ ...input, graph: headlineGraph(others, edges) })

export const say = (input: Input) => sayHeadline(composeHeadline(input), englishSpeech)
export const told = (input: Input) => {
  const { level, ownLevel, state } = composeHeadline(input)
  return [state, level, ownLevel, say(input)]
}

export const brand = reason('mail.brand-in-name', {
  name: 'Example Bank',
  address: 'a@b.test',
  domain: 'b.test',
  brand: 'Example Bank',
})
export const misleading = reason('mail.link-misleading', {
  shown: 'bank.example',
  target: 'https://evil.test/',
})
export const blocked = reason('lists.blocked', { list: 'SOC', entry: 'evil.test' })
export const listed = reason('feeds.malicious', {
  feed: 'URLhaus',
  entry: 'evil.test',
  why: 'malware',
  seen: 'x',
  age: 5,
})
export const rule = reason('yara.malicious', {
  rule: 'MAL_x1',
  file: 'a.yar',
  description: 'Ransom note text',
})
export const unnamedRule = reason('yara.malicious', {
  rule: 'MAL_x1',
  file: 'a.yar',
  description: 'no description',
})
export const downloads = reason('script.download-run', { evidence: 'iwr x | iex' })
export const smuggles = reason('page.smuggling', { way: 'blob', evidence: 'new Blob' })
export const password = reason('page.password-elsewhere', { target: 'https://evil.test/p' })
export const packer = reason('executable.packer', { section: 'UPX0', packer: 'UPX' })
export const fact = reason('badge.type', { value: 'PDF' })
export const allowed = reason('lists.allowed', { list: 'Ours', entry: 'a.test' })
export const virusTotal: HeadlineReason = {
  level: 'malicious',
  text: 'VirusTotal: detection is 32/94.',
  analyzer: 'VirusTotal_GetReport_3_1',
}

export const mail = 'a.eml'
export const url = 'https://evil.test/x'
