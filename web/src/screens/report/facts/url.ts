import { parseAddress } from '@assay/contract'
import { formatNumber, text } from '../../../base/texts/index.ts'
import type { Block, Part, Source, Summary, UrlPart } from './model.ts'
import { fact, factsBlock, partsPanel, strongOf, tableBlock, warning, words } from './model.ts'
import { type Reading, reading } from './reading.ts'

/** 5.5: its parts in one line, what it hides, and its final target. */
export function urlSummary({ full }: Source): Summary | undefined {
  const url = reading(full)
  const host = url.text('hostname')
  if (host === undefined) return undefined
  const layers = url.records('layers').map(reading)
  const name = reading(url.record('host'))
  const parameters = url.records('parameters')
  const length = url.number('length')
  const blocks: Block[] = [
    { is: 'line', pieces: piecesOf(url, host) },
    ...factsBlock([
      ...fact(text('facts.registrable'), strongOf(name.text('registrable')), resemblance(name)),
      ...fact(text('facts.hidden'), ...hiddenIn(url, host, name).map(warning)),
      ...fact(
        text('facts.length'),
        length !== undefined && words(text('facts.characters', { count: formatNumber(length) })),
      ),
    ]),
    ...(layers.length > 0
      ? [
          {
            is: 'way' as const,
            title: text('facts.steps', { count: layers.length }),
            stops: layers.map((layer) => ({
              name: layer.text('target') ?? '?',
              note: text('facts.wrappedBy', { service: layer.text('service') ?? '?' }),
            })),
          },
        ]
      : []),
    ...tableBlock(text('facts.parameters', { count: parameters.length }), parameters, [
      'name',
      'value',
    ]),
  ]
  return {
    panels: [
      { title: text('facts.url'), blocks },
      ...partsPanel(text('facts.leadsTo'), [
        hostPart(host, name),
        ...layers.flatMap((layer) => {
          const target = layer.text('target')
          return target === undefined || layer.flag('isDomainOnly')
            ? []
            : [{ dataType: 'url', data: target, note: text('facts.redirects') }]
        }),
      ]),
    ],
    misfits: url.misfits(),
  }
}

export function resemblance(name: Reading) {
  const found = reading(name.record('resemblance'))
  const brand = found.text('brand')
  if (brand === undefined) return undefined
  const said = text('facts.imitates', { brand })
  return found.flag('isSuspicious') === false ? words(said) : warning(said)
}

const plainHost = (host: string) => host.replace(/^\[|\]$/g, '')

function hostPart(host: string, name: Reading): Part {
  const note = text('facts.host')
  if (parseAddress(plainHost(host))) return { dataType: 'ip', data: plainHost(host), note }
  const isBare = (name.text('registrable') ?? host) === host
  return { dataType: isBare ? 'domain' : 'fqdn', data: host, note }
}

function piecesOf(url: Reading, host: string): { part: UrlPart; text: string }[] {
  const port = url.number('port')
  const query = (() => {
    const all = url.text('url') ?? ''
    const at = all.indexOf('?')
    return at < 0 ? '' : all.slice(at)
  })()
  const pieces: [UrlPart, string][] = [
    // Without its usual form a click could not open it.
    ['scheme', `${(url.text('scheme') ?? '').replace(/^http/i, 'hxxp')}://`],
    ['user', url.flag('hasUserName') ? `${text('facts.userPart')}@` : ''],
    ['host', host.replaceAll('.', '[.]')],
    ['port', port === undefined ? '' : `:${port}`],
    ['path', url.text('path') ?? ''],
    ['query', query],
  ]
  return pieces.flatMap(([part, shown]) => (shown === '' ? [] : [{ part, text: shown }]))
}

/** What makes it look like something else. */
function hiddenIn(url: Reading, host: string, name: Reading): string[] {
  const written = url.text('writtenHost')
  const isAddress = parseAddress(plainHost(host)) !== undefined
  const unicode = name.text('unicode')
  return [
    ...(url.flag('hasUserName') ? [text('facts.hidesUser')] : []),
    ...(isAddress && written !== undefined && written.toLowerCase() !== host
      ? [text('facts.hidesAddress', { written })]
      : []),
    ...(!isAddress && unicode !== undefined && unicode !== host
      ? [text('facts.hidesLetters', { shown: unicode })]
      : []),
  ]
}
