import { expect, it } from 'vitest'
import { piecesOf } from './message-text.ts'

const link = (data: string, shows?: string) => ({
  dataType: 'url',
  data,
  ...(shows === undefined ? {} : { shows }),
})

it('a link stands where the text shows it, others after the text, the marked ones first', () => {
  const links = [
    link('http://a.test/'),
    link('http://b.test/', 'https://bank.example'),
    link('http://c.test/'),
  ]
  const text = 'Sign in at https://bank.example within 24 hours.'

  expect(piecesOf(text, links, (at) => at === 2).pieces).toEqual([
    { text: 'Sign in at' },
    { link: 1 },
    { text: 'within 24 hours.' },
    { link: 2 },
    { link: 0 },
  ])
})

it('many links are counted', () => {
  const links = Array.from({ length: 20 }, (_, at) => link(`http://${at}.test/`))
  const { pieces, left } = piecesOf('', links, () => false)
  expect([pieces.length, left.length]).toEqual([8, 12])
})
