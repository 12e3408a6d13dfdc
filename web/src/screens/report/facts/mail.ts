import { said, toldIn } from '../../../base/model/said.ts'
import { dateAndTime, duration, fileSize } from '../../../base/model/times.ts'
import { counted, text } from '../../../base/texts/index.ts'
import type { Found } from '../artifacts/list.ts'
import {
  type Block,
  type Check,
  type Fact,
  fact,
  factsBlock,
  type Part,
  partsPanel,
  type Source,
  type Stop,
  type Summary,
  strong,
  tableBlock,
  value,
  warning,
  words,
} from './model.ts'
import { type Fields, type Reading, reading } from './reading.ts'

/** 5.1: who says they wrote, whether that is so, which way it came, where it leads. */
export function mailSummary({ full, found }: Source): Summary | undefined {
  const mail = reading(full)
  if (mail.flag('isMail') !== true) return undefined
  const checks = checksOf(mail)
  const stops = stopsOf(mail.records('hops'))
  const headers = mail.records('headers')
  const said = mail.text('text')?.trim() ?? ''
  const blocks: Block[] = [
    ...factsBlock(factsOf(mail, checks)),
    { is: 'checks', checks },
    ...(stops.length > 1
      ? [{ is: 'way' as const, title: counted('facts.way', stops.length), stops }]
      : []),
    ...tableBlock(text('facts.headers', { count: headers.length }), headers, ['name', 'value']),
  ]
  return {
    panels: [
      { title: text('facts.mail'), blocks },
      ...partsPanel(text('facts.links'), linksOf(mail)),
      ...partsPanel(text('facts.attachments'), attachmentsOf(mail, found), { isSide: true }),
      ...(said === ''
        ? []
        : [
            {
              title: text('facts.says'),
              note: text('facts.textOnly'),
              isSide: true,
              blocks: [{ is: 'prose' as const, text: said }],
            },
          ]),
    ],
    misfits: mail.misfits(),
  }
}

const isFailed = (result: string | undefined) =>
  result !== undefined && ['fail', 'softfail', 'hardfail', 'permerror'].includes(result)

function factsOf(mail: Reading, checks: readonly Check[]): Fact[] {
  const from = boxOf(mail.record('from'))
  const replyTo = mail.records('replyTo').map(boxOf)
  const isOther = replyTo.some(({ address }) => address !== '' && address !== from.address)
  const to = [...mail.records('to'), ...mail.records('cc')].map(boxOf)
  const sent = mail.date('date')
  const arrived = mail
    .records('hops')
    .map((hop) => reading(hop).date('date'))
    .findLast((at) => at !== undefined)
  const took = sent === undefined || arrived === undefined ? Number.NaN : arrived - sent
  const isForged = checks.some(({ level, title }) => level === 'suspicious' && !/DKIM/.test(title))
  return [
    ...fact(
      text('facts.from'),
      from.name !== '' && strong(from.name),
      from.address !== '' && value('mail', from.address),
      isForged && (from.address || from.name) !== '' && warning(text('facts.forged')),
    ),
    ...(isOther
      ? fact(
          text('facts.replyTo'),
          ...replyTo
            .filter(({ address }) => address !== '')
            .slice(0, 3)
            .map(({ address }) => value('mail', address)),
        )
      : []),
    ...fact(
      text('facts.to'),
      to[0] && (to[0].address === '' ? words(to[0].name) : value('mail', to[0].address)),
      to.length > 1 && words(counted('facts.moreTo', to.length - 1)),
    ),
    ...fact(text('facts.subject'), strongText(mail.text('subject'))),
    ...fact(
      text('facts.sent'),
      sent !== undefined && words(dateAndTime(sent)),
      took >= 0 && words(text('facts.reached', { after: duration(took) })),
      took < 0 && warning(text('facts.beforeSent')),
    ),
  ]
}

const strongText = (given: string | undefined) => given !== undefined && strong(given)

export function boxOf(box: Fields | undefined) {
  const at = reading(box)
  return { name: at.text('name') ?? '', address: at.text('address') ?? '' }
}

/** What the receiving server wrote down, in three cells; what it says of failures in words. */
export function checksOf(mail: Reading): Check[] {
  const results = reading(reading(mail.record('authentication')).record('results'))
  const findings = mail.records('findings').map(reading)
  return (['spf', 'dkim', 'dmarc'] as const).map((method) => {
    const name = method.toUpperCase()
    const result = results.text(method)
    const failure = findings.find((one) => one.text('predicate') === name)
    const why = failure && said(toldIn(failure.fields))
    if (isFailed(result))
      return {
        level: 'suspicious',
        title: text('facts.checkFails', { name }),
        note: why || text('facts.checkSays', { result: result ?? '' }),
      }
    if (result === 'pass')
      return {
        level: 'none',
        title: text('facts.checkPasses', { name }),
        note: text(`facts.${method}Passes`),
      }
    return {
      level: 'none',
      title: text('facts.checkNone', { name }),
      note:
        result === undefined || result === 'none'
          ? text('facts.nothingChecked')
          : text('facts.checkSays', { result }),
    }
  })
}

/** Where it began, and every server that took it. */
export function stopsOf(hops: readonly Fields[]): Stop[] {
  const lines = hops.map(reading)
  const [first] = lines
  if (!first) return []
  const [calls, address] = [first.text('from'), first.text('address')]
  return [
    {
      name: address ?? calls ?? '?',
      note:
        address === undefined || calls === undefined ? '' : text('facts.calls', { name: calls }),
    },
    ...lines.map((line) => {
      const seconds = line.number('seconds')
      return {
        name: line.text('by') ?? '?',
        note: seconds === undefined ? '' : duration(Math.abs(seconds) * 1000),
        isOdd: seconds !== undefined && seconds < 0,
      }
    }),
  ]
}

const isAddress = (target: string) => /^(?:https?|ftp):/i.test(target)

export function linksOf(mail: Reading): Part[] {
  const parts = new Map<string, Part>()
  for (const link of mail.records('links').map(reading)) {
    const target = link.text('target') ?? ''
    if (target === '' || parts.has(target)) continue
    const shows = link.text('shown')?.trim() ?? ''
    parts.set(target, {
      dataType: 'url',
      ...(isAddress(target) ? { data: target } : { name: target }),
      ...(shows === '' || shows === target ? {} : { shows }),
      ...(link.flag('isMisleading') ? { note: text('facts.misleading') } : {}),
    })
  }
  for (const target of mail.texts('textLinks'))
    if (!parts.has(target)) parts.set(target, { dataType: 'url', data: target })
  return [...parts.values()]
}

/** The report knows their names and sizes, the artifacts their content. */
export function attachmentsOf(mail: Reading, found: readonly Found[]): Part[] {
  return mail.records('attachments').map((given) => {
    const at = reading(given)
    const [name = '', size] = [at.text('filename'), at.number('size')]
    return filePart(found, name, size, at.text('contentType') ?? '')
  })
}

/** A file inside of another, with its content where it was kept. */
export function filePart(
  found: readonly Found[],
  name: string,
  size: number | undefined,
  kind: string,
): Part {
  const ending = (path: string) => path.split(/[\\/]/).at(-1)
  const own =
    found.find(({ attachment }) => attachment?.name === name && attachment.size === size) ??
    found.find(
      ({ attachment }) =>
        attachment && attachment.size === size && ending(attachment.name) === ending(name),
    )
  const note = [kind, size === undefined ? '' : fileSize(size)].filter(Boolean).join(', ')
  return {
    dataType: 'file',
    name,
    ...(own?.attachment ? { attachment: own.attachment } : {}),
    ...(note === '' ? {} : { note }),
  }
}
