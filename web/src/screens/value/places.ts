import type { VerdictLevel } from '@assay/contract'
import { maxEvidence } from './evidence.tsx'
import type { MailModel } from './mail-model.ts'
import type { RankedReason } from './ranked.ts'
import { levelsByWeight } from './reasons.ts'

/** A part of an email that a reason speaks of: `link 0`, `from`, `check dmarc`, `header 3`. */
export type Place = string

interface Marked {
  readonly numbers: readonly number[]
  readonly level: VerdictLevel
}

export interface Evidence {
  readonly at: ReadonlyMap<Place, Marked>
  /** Where each number leads: one place. */
  readonly first: ReadonlyMap<number, Place>
}

/** Shorter ones are found everywhere. */
const shortest = 4

/** Where in the email the evidence of each reason is, by the values in it. */
export function placesOf(rows: readonly RankedReason[], mail: MailModel): Evidence {
  const at = new Map<Place, Marked>()
  const first = new Map<number, Place>()
  for (const [index, row] of rows.slice(0, maxEvidence).entries()) {
    const number = index + 1
    const values = valuesOf(row)
    const ids = new Set([row.told.id, row.also?.id])
    const places = [...mainPlaces(mail, values), ...otherPlaces(mail, values, ids)]
    for (const place of new Set([...places, ...headerPlaces(mail, values)])) {
      const known = at.get(place)
      at.set(place, {
        numbers: [...(known?.numbers ?? []), number],
        level: worst(known?.level ?? 'none', row.level),
      })
    }
    const [main] = places
    if (main !== undefined) first.set(number, main)
  }
  return { at, first }
}

const worst = (a: VerdictLevel, b: VerdictLevel) =>
  levelsByWeight.indexOf(a) <= levelsByWeight.indexOf(b) ? a : b

/** What the reason names, in lower case. */
function valuesOf({ told, also, from }: RankedReason): ReadonlySet<string> {
  const given = [
    ...Object.values(told.parameters ?? {}),
    ...Object.values(also?.parameters ?? {}),
    ...(from?.chain.flatMap(({ data, hash, filename }) => [data, hash, filename]) ?? []),
  ]
  return new Set(
    given
      .filter((value) => typeof value === 'string')
      .map((value) => value.toLowerCase())
      .filter((value) => value.length >= shortest),
  )
}

const anyOf = (values: ReadonlySet<string>, ...given: (string | undefined)[]) =>
  given.some((one) => one !== undefined && one !== '' && values.has(one.toLowerCase()))

/** What can be opened. */
const mainPlaces = (mail: MailModel, values: ReadonlySet<string>): Place[] => [
  ...placed('link', mail.links, ({ data, name }) => anyOf(values, data, name)),
  ...placed('attachment', mail.attachments, ({ name, attachment }) =>
    anyOf(values, name, attachment?.id),
  ),
  ...placed('form', mail.forms, (target) => anyOf(values, target)),
]

function otherPlaces(
  mail: MailModel,
  values: ReadonlySet<string>,
  ids: ReadonlySet<string | undefined>,
): Place[] {
  const { from, sender, subject, text } = mail
  const domain = from.address.split('@').at(-1)
  const isAbout = (...given: (string | undefined)[]) => anyOf(values, ...given)
  const quoted = [...values].some((value) => value.length > 5 && text.toLowerCase().includes(value))
  const found = [
    ['replyTo', mail.replyTo.some((address) => isAbout(address))],
    ['sender', isAbout(sender)],
    ['from', isAbout(from.address, from.name, ids.has('mail.dmarc') ? domain : undefined)],
    ['subject', isAbout(subject)],
    ...mail.checks.map(({ method }) => [`check ${method}`, ids.has(`mail.${method}`)] as const),
    ['text', quoted],
  ] as const
  return found.flatMap(([place, isThere]) => (isThere ? [place] : []))
}

const headerPlaces = (mail: MailModel, values: ReadonlySet<string>): Place[] =>
  placed('header', mail.headers, ({ value }) => {
    const low = value.toLowerCase()
    return [...values].some((one) => low.includes(one))
  })

const placed = <T>(kind: string, parts: readonly T[], isMeant: (part: T) => boolean): Place[] =>
  parts.flatMap((part, index) => (isMeant(part) ? [`${kind} ${index}`] : []))
