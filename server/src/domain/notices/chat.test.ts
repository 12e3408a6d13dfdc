import { channelForms } from '@assay/contract'
import { expect, it } from 'vitest'
import { type ChatOptions, maxChatBytes, renderChat } from './chat.ts'
import { isTooLate, type Message } from './sentences.ts'

const alert = (parameters: Message['parameters'] = {}): Message => ({
  ...{ kind: 'newAlert', objectType: 'alert', objectId: '~12' },
  parameters: { title: 'Phishing', severity: 3, tlp: 2, ...parameters },
})
const options = (form: ChatOptions['form']): ChatOptions => ({
  ...{ form, maxTlp: 2, language: 'en', base: 'https://assay.test', id: 'x', at: 7 },
})

const hostile = [
  '<!channel> <!here> @channel @all @here',
  '[click](https://evil.test) ![x](https://evil.test/x.png)',
  '<https://evil.test|bank> <at>everyone</at> **bold** `code` ~town-square',
  'a\r\nb\u2028c\u0000',
  'http://evil.test/login',
  '"}],"text":"',
  '\ud800 broken',
].join(' ')

it.each(channelForms)('%s: nothing that others wrote calls people, links or formats', (form) => {
  const body = renderChat([alert({ title: hostile.slice(0, 300) })], options(form))
  const parsed = JSON.parse(body)
  expect(body).not.toMatch(/http:\/\/evil|https:\/\/evil/)
  expect(body.isWellFormed()).toBe(true)
  if (form === 'slack') {
    expect(body).not.toContain('<!')
    expect(body).not.toContain('<at>')
    expect(parsed.blocks[0].text).toMatchObject({ type: 'plain_text' })
    // The only place with markup is our own link.
    expect(parsed.blocks[1].elements[0].text).toBe('<https://assay.test/alerts/~12|Open in Assay>')
  }
  if (form === 'teams') {
    const { body: parts } = parsed.attachments[0].content
    expect(parts[0]).toMatchObject({ type: 'RichTextBlock', inlines: [{ type: 'TextRun' }] })
    expect(parsed.attachments[0].content.msteams).toBeUndefined()
  }
  if (form === 'mattermost') {
    expect(parsed.text).not.toMatch(/@(?!\u200b)/)
    expect(parsed.text).not.toMatch(/(?<!\\)[`*<!]/)
    expect(parsed.text).toContain('\\[click\\]')
  }
  if (form === 'generic')
    expect(parsed).toMatchObject({
      id: 'x',
      at: 7,
      count: 1,
      messages: [{ link: expect.any(String) }],
    })
})

it.each(channelForms)('%s: says nearly nothing above the highest TLP', (form) => {
  const ofCase: Message = {
    ...{ kind: 'caseShared', objectType: 'case', objectId: '~9' },
    parameters: { name: 'beta', number: 12, title: 'Secret', tlp: 3 },
  }
  const body = renderChat([ofCase, alert({ title: 'Secret', tlp: 3 })], options(form))
  expect(body).toContain('Case 12 has updates')
  expect(body).toContain('Assay has a notice')
  expect(body).not.toMatch(/Secret|beta/)
})

it.each(channelForms)('%s: shows ten of many, counts the rest, and stays small', (form) => {
  const many = Array.from({ length: 51 }, () => alert({ title: 'é<&*'.repeat(75) }))
  const body = renderChat(many, options(form))
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxChatBytes)
  if (form === 'generic') expect(JSON.parse(body).count).toBe(51)
  else expect(body).toMatch(/and 4[1-9] more|and 50 more/)
})

it('speaks of people, in the language of the channel', () => {
  const message: Message = {
    ...{ kind: 'assigned', objectType: 'case', objectId: '~9', people: ['alan'] },
    parameters: { by: 'ada', number: 12, title: 'Hameçonnage', tlp: 2 },
  }
  const said = (language: 'en' | 'fr') =>
    JSON.parse(renderChat([message], { ...options('generic'), language })).messages[0].text
  expect(said('en')).toBe('ada assigned #12 Hameçonnage to alan')
  expect(said('fr')).toBe('ada a attribué #12 Hameçonnage à alan')
})

it('does not say "due soon" of what is due', () => {
  const soon: Message = {
    ...{ kind: 'dueSoon', objectType: 'case', objectId: '~9' },
    parameters: { dueAt: 100 },
  }
  expect(isTooLate(soon, 99)).toBe(false)
  expect(isTooLate(soon, 100)).toBe(true)
  expect(isTooLate({ ...soon, kind: 'overdue' }, 200)).toBe(false)
})
