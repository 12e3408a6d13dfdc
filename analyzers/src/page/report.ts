import { brandsOf } from '../domain/brands.ts'
import { picturesIn } from '../formats/inline-pictures.ts'
import {
  type Artifact,
  artifact,
  type ConfigOf,
  type FileObservable,
  type Finding,
  finding,
  type Job,
  taxonomy,
} from '../kit/index.ts'
import { examineScript, artifactsOf as scriptArtifacts, shownLayers } from '../script/examine.ts'
import type { pageDescription } from './description.ts'
import { pageFindings } from './examine.ts'
import { hiddenRedirect } from './hidden-redirect.ts'
import { launchedBy } from './launching.ts'
import { type Page, readPage } from './read.ts'
import { smuggledFiles } from './smuggled.ts'
import { maxBytes, type PageText } from './text.ts'

const maxArtifacts = 500
/** They may contain QR codes; smaller ones are lines and dots. */
const maxPictures = 20
const smallestPicture = 400

type PageJob = Job<ConfigOf<typeof pageDescription.configuration>>

/** Of what begins like a page. Loaded when there is one: other files do not wait for its libraries. */
export async function reportOf(file: FileObservable, { html, start }: PageText, job: PageJob) {
  const page = readPage(html)
  const script = page.scripts.join('\n;\n')
  const examined = examineScript(script, 'JavaScript')
  const launched = launchedBy([
    ...page.scripts,
    ...examined.layers.filter(({ how }) => how.length > 0).map(({ text }) => text),
  ])
  // A page that a script writes is a page like the first.
  const inner = examined.layers
    .filter(({ how, text }) => how.length > 0 && /<(?:form|input|script|iframe|a)\b/i.test(text))
    .slice(0, 10)
    .map(({ text }) => readPage(text))
  const brands = brandsOf(job.config)
  const findings = different([
    ...[page, ...inner].flatMap((one) => pageFindings(one, brands)),
    ...hiddenRedirect(script, examined.layers),
    ...(launched === undefined
      ? []
      : [finding('page.search-scheme', { evidence: launched.slice(0, 200) })]),
    ...examined.findings.filter(({ id }) => id !== 'script.decoded-run'),
  ])
  const files: Artifact[] = []
  let isLimited = false
  const smuggled = smuggledFiles(html, page, () => {
    isLimited = true
  })
  for (const { name, content } of smuggled)
    files.push(
      await job.fileArtifact(name, content, {
        kind: 'contains',
        message: 'built by the page itself',
      }),
    )
  for (const [at, picture] of picturesIn(html, maxPictures, smallestPicture).entries())
    files.push(
      await job.fileArtifact(`picture-${at + 1}.${picture.ending}`, picture.content, {
        kind: 'contains',
        message: 'image in the page',
      }),
    )
  const incomplete = [
    ...examined.incomplete,
    ...(file.size > start + maxBytes
      ? [`only the first ${start + maxBytes} bytes were examined`]
      : []),
    ...(page.isWhole ? [] : ['too many scripts to examine all']),
    ...(isLimited ? [`only the first ${smuggled.length} smuggled files were extracted`] : []),
  ]
  return {
    taxonomies: [
      taxonomy('info', 'Page', 'Form', page.isSvg ? 'SVG' : 'HTML'),
      ...(page.scripts.length > 0
        ? [taxonomy('info', 'Page', 'Scripts', page.scripts.length)]
        : []),
    ],
    findings,
    full: {
      isPage: true,
      form: page.isSvg ? 'SVG' : 'HTML',
      title: page.title,
      forms: page.forms.slice(0, 100),
      frames: page.frames.slice(0, 100),
      refresh: page.refresh ?? null,
      scripts: page.scripts.slice(0, 20).map((script) => script.slice(0, 2_000)),
      layers: shownLayers(examined),
      ...(incomplete.length > 0 ? { incomplete } : {}),
    },
    artifacts: [
      ...[page, ...inner].flatMap(addressesOf),
      ...scriptArtifacts(examined),
      ...files,
    ].slice(0, maxArtifacts + files.length),
  }
}

const different = (findings: readonly Finding[]) =>
  [
    ...new Map(findings.toReversed().map((one) => [`${one.id} ${one.value}`, one])).values(),
  ].toReversed()

function addressesOf(page: Page): Artifact[] {
  const all: [string, string | undefined][] = [
    ...page.forms.map(({ action }): [string, string] => ['form target', action]),
    ...page.frames.map(({ address, isHidden }): [string, string] => [
      isHidden ? 'hidden frame' : 'frame',
      address,
    ]),
    ['refresh', page.refresh],
    ...page.scriptAddresses.map((address): [string, string] => ['script', address]),
    ...page.links.slice(0, 200).map(({ address }): [string, string] => ['link', address]),
  ]
  return all.flatMap(([message, address]) =>
    address !== undefined && /^https?:\/\/[^/]/i.test(address) && address.length < 4_000
      ? [
          artifact('url', address, {
            kind: message === 'refresh' ? 'redirects to' : 'link',
            message,
          }),
        ]
      : [],
  )
}
