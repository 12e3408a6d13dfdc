import { locale, text } from '../../../base/texts/index.ts'
import {
  code,
  codeOf,
  fact,
  factsBlock,
  ownWordsOf,
  partsPanel,
  type Source,
  type Summary,
  strong,
  value,
  warning,
  words,
  wordsOf,
} from './model.ts'
import { type Reading, reading } from './reading.ts'

/** What three analyzers know of an address, each of which may not have been asked. */
export interface AddressSources {
  readonly address?: Source | undefined
  readonly registration?: Source | undefined
  readonly dns?: Source | undefined
}

/** 5.7: whose it is, where, and what it is meant for. */
export function addressSummary(sources: AddressSources): Summary | undefined {
  const address = reading(sources.address?.full)
  const registration = reading(sources.registration?.full)
  const dns = reading(sources.dns?.full)
  const places = address.records('places').map(reading)
  const first = <T>(read: (place: Reading) => T | undefined) =>
    places.map(read).find((found) => found !== undefined)
  const names = dns.records('names').map(reading)
  const asn = first((place) => place.number('asn'))
  const owner = first((place) => place.text('owner')) ?? holderOf(registration)
  const reserved = reading(address.record('reserved'))
  const country =
    first((place) => place.text('country')) ??
    countryName(first((place) => place.text('countryCode')) ?? registration.text('country'))
  const facts = [
    ...fact(
      text('facts.reverseName'),
      ...names.slice(0, 3).flatMap((one) => {
        const name = one.text('name')
        return name === undefined ? [] : [strong(name.replaceAll('.', '[.]'))]
      }),
      names.some((one) => one.flag('isConfirmed') === false) && warning(text('facts.leadsNotBack')),
    ),
    ...fact(
      text('facts.network'),
      codeOf(address.text('network') ?? registration.text('range')),
      wordsOf(registration.text('name')),
    ),
    ...fact(
      text('facts.owner'),
      asn !== undefined && code(`AS${asn}`),
      owner !== undefined && words(owner),
    ),
    ...fact(text('facts.country'), wordsOf(country)),
    ...fact(
      text('facts.reserved'),
      ownWordsOf(reserved.text('meaning')),
      codeOf(reserved.text('range')),
    ),
    ...fact(
      text('facts.contains'),
      ...address.records('embedded').flatMap((given) => {
        const inner = reading(given)
        const found = inner.text('address')
        return [ownWordsOf(inner.text('kind')), found !== undefined && value('ip', found)]
      }),
    ),
    ...fact(text('facts.hardware'), codeOf(address.text('hardwareAddress'))),
  ]
  if (facts.length === 0) return undefined
  return {
    panels: [
      { title: text('facts.ip'), blocks: factsBlock(facts) },
      ...partsPanel(
        text('facts.names'),
        names.flatMap((one) => {
          const data = one.text('name')
          return data === undefined
            ? []
            : [{ dataType: 'fqdn', data, note: text('facts.reverseName') }]
        }),
      ),
    ],
    misfits: { ...address.misfits(), ...registration.misfits(), ...dns.misfits() },
  }
}

const holderOf = (registration: Reading) =>
  registration
    .records('contacts')
    .map(reading)
    .find((contact) => contact.texts('roles').includes('registrant'))
    ?.text('name')

/** `DE` is "Germany". */
function countryName(given: string | undefined): string | undefined {
  if (given === undefined || !/^[A-Za-z]{2}$/.test(given)) return given
  return new Intl.DisplayNames(locale(), { type: 'region' }).of(given.toUpperCase()) ?? given
}
