import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { pageSamples } from '../gallery/pages.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const run = (filename: string, file: string | Buffer) =>
  reportOf(analyzer, { dataType: 'file', file, filename })
const idsOf = ({ full }: { full: Record<string, unknown> }) =>
  ((full.findings ?? []) as { id: string }[]).map(({ id }) => id)

it('hands out the file that a page makes of itself', async () => {
  const smuggling = pageSamples().find(({ filename }) => filename === 'scan.html')
  const { files } = await run('scan.html', smuggling?.content ?? '')
  expect(files['invoice.zip']?.toString('latin1', 0, 4)).toBe('PK\x03\x04')
})

it.each([' ', '\0'])(
  'says of a page behind more filling than is read that it was not read',
  async (sign) => {
    const page = Buffer.concat([Buffer.alloc(8_400_000, sign), Buffer.from('<html></html>')])
    const [named, other] = [await run('a.html', page), await run('a.img', page)]
    expect(named.full.incomplete).toEqual([expect.stringContaining('padding')])
    expect(other.full).toMatchObject({ isPage: false })
  },
)

it('reads a page behind words by its name', async () => {
  const page = 'Dear all, <form action="https://a.example.org/"><input type=password></form>'
  expect(idsOf(await run('a.html', page))).toContain('page.password-elsewhere')
  expect((await run('a.txt', page)).full).toMatchObject({ isPage: false })
})

it('reads a page that is written by a script like the page itself', async () => {
  const inner = '<form action="https://collect.example.org/p"><input type="password"></form>'
  const page = `<html><script>document.write(atob("${Buffer.from(inner).toString('base64')}"))</script></html>`
  const report = await run('a.html', page)
  expect(idsOf(report)).toEqual(
    expect.arrayContaining(['page.decoded-run', 'page.password-elsewhere']),
  )
  expect(report.artifacts).toContainEqual(
    expect.objectContaining({ dataType: 'url', data: 'https://collect.example.org/p' }),
  )
})

it('says of whom the brand is that the title names, and where the password goes', async () => {
  const page =
    '<html><head><title>PayPal - Log in</title></head><form action="https://a.example.org/x"><input type=password></form></html>'
  const { full } = await run('a.html', page)
  const brand = (full.findings as { id: string; explanation: string }[]).find(
    ({ id }) => id === 'page.brand',
  )
  expect(brand?.explanation).toContain('https://a.example.org/x')
})

describe('ordinary pages', () => {
  it.each([
    [
      'manual',
      '<!DOCTYPE html><html><head><title>Manual</title><script src="search.js"></script></head><body><form action="search.html"><input name="q"></form><a href="https://example.org">x</a></body></html>',
    ],
    [
      'moved',
      '<html><head><meta http-equiv="refresh" content="0; url=https://example.org/new/"></head></html>',
    ],
    [
      'search elsewhere',
      '<html><body><form action="https://duckduckgo.com/"><input name="q"></form></body></html>',
    ],
    [
      'brand without a form',
      '<html><head><title>How to sign in to Microsoft 365</title></head><body>text</body></html>',
    ],
    [
      'brand with its own form',
      '<html><head><title>PayPal</title></head><form action="https://www.paypal.com/signin"><input name=q></form></html>',
    ],
    [
      'counter',
      '<html><body><iframe src="https://www.googletagmanager.com/ns.html?id=1" height="0" width="0"></iframe></body></html>',
    ],
    ['picture', '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title><path d="M0 0"/></svg>'],
    [
      'image in the page',
      `<html><body><img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(100)}"><script>function save() { return 1 }</script></body></html>`,
    ],
  ])('are not flagged: %s', async (_, page) => {
    expect((await run('a.html', page)).full.verdict).toBe('info')
  })

  it('and files that are not pages are skipped silently', async () => {
    expect((await run('a.txt', 'hello <b>world</b>')).full).toEqual({ isPage: false })
  })
})

describe('hostile pages', () => {
  it.each(pageSamples().map((sample) => [sample.filename, sample.content] as const))(
    'that are a damaged %s give a report, wherever the damage is',
    async (filename, content) => {
      await fc.assert(
        fc.asyncProperty(damagedFile(content), async (file) => {
          expect((await run(filename, file)).success).toBe(true)
        }),
        { numRuns: 10 },
      )
    },
  )

  it.each([
    ['open tags', '', '<div><a href=x>', ''],
    ['scripts', '', '<script>a</script>', ''],
    ['blanks in a script', '<script>', 'URL.createObjectURL ', '</script>'],
    ['attributes', '<a ', 'b="c" ', '>'],
  ])('with many %s take time in proportion to them', async (_, start, unit, end) => {
    const pageOf = (times: number) => `<html>${start}${unit.repeat(2_500 * times)}${end}`
    expect(await growth(pageOf, (page) => run('a.html', page))).toBeLessThan(nearlyLinear)
  })
})
