import { expect, it } from 'vitest'
import { confirmationMail, defaultFrame, type MailOptions, renderMail } from './mail.ts'
import { type Message, sentenceOf } from './sentences.ts'
import { maxTries, nextTryAt } from './tries.ts'

const assigned = (parameters: Message['parameters'] = {}): Message => ({
  ...{ kind: 'assigned', objectType: 'case', objectId: '~12' },
  parameters: { by: 'ada', number: 12, title: 'Phishing', tlp: 2, ...parameters },
})
const options: MailOptions = {
  ...{ maxTlp: 2, base: 'https://assay.test', language: 'en' },
  frame: defaultFrame,
}
const reader = { maxTlp: 2, language: 'en', audience: 'person' } as const

it('says who did what, with one link', () => {
  const { subject, text } = renderMail([assigned()], options)
  expect(subject).toBe('[Assay] ada assigned you #12 Phishing')
  expect(text).toContain('ada assigned you #12 Phishing\nhttps://assay.test/cases/~12')
})

it('says nearly nothing above the highest TLP', () => {
  const { subject, text } = renderMail([assigned({ tlp: 3 })], options)
  expect(subject).toBe('[Assay] Case 12 has updates')
  expect(text).not.toMatch(/ada|Phishing/)
  const ofAlert = { ...assigned({ tlp: 3 }), parameters: { title: 'Secret', tlp: 3 } }
  expect(sentenceOf(ofAlert, reader)).toBe('Assay has a notice for you')
})

it('says no title that comes without a TLP', () => {
  const { tlp: _, ...parameters } = assigned().parameters
  expect(sentenceOf({ ...assigned(), parameters }, reader)).toBe('Case 12 has updates')
})

it('defangs observables and never breaks a line', () => {
  const text = sentenceOf(assigned({ title: 'Bad http://evil.test/x\r\nBcc: a@x.test' }), reader)
  expect(text).not.toMatch(/[\r\n]/)
  expect(text).not.toContain('http://evil.test')
})

it('shows ten of many, and counts the rest', () => {
  const { subject, text } = renderMail(
    Array.from({ length: 51 }, () => assigned()),
    options,
  )
  expect(subject).toBe('[Assay] 51 notifications')
  expect(text.match(/ada assigned/g)).toHaveLength(10)
  expect(text).toContain('and 41 more')
})

it('is tried nine times in two days', () => {
  expect(maxTries).toBe(9)
  let at = 0
  for (let tries = 1; tries < maxTries; tries++) at = nextTryAt(tries, at) ?? Number.NaN
  expect(at).toBeLessThan(2 * 86_400_000 + 1)
  expect(nextTryAt(maxTries, at)).toBeNull()
})

it('speaks French, with what the organization puts around it', () => {
  const frame = { prefix: 'CERT', footer: 'Équipe CERT\n+33 1 23 45 67 89' }
  const { subject, text } = renderMail([assigned()], { ...options, language: 'fr', frame })
  expect(subject).toBe('[CERT] ada vous a attribué #12 Phishing')
  expect(text).toMatch(/Paramètres › Compte\.\n\n-- \nÉquipe CERT/)
  expect(confirmationMail('abc', 'fr', frame).text).toContain('Votre code : abc')
  expect(renderMail([assigned()], { ...options, frame: { prefix: '', footer: '' } }).subject).toBe(
    'ada assigned you #12 Phishing',
  )
})
