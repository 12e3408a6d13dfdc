import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeCase, makeOrganization } from './people.ts'
import { textOfPages } from './print.ts'
import { superadmin } from './server.ts'
import { eventually } from './visit.ts'

const evil = 'https://evil.example/login'

describeJourneys('the report of a case', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    await bed.server.as(superadmin).linkOrganisation({ id: 'ACME', other: 'BETA' })
  })

  const caseOf = (title: string) =>
    makeCase(bed.server, 'ana', { title, description: `Seen at ${evil}`, tlp: 2 }, [
      { dataType: 'url', data: evil },
      { dataType: 'ip', data: '203.0.113.66' },
    ])
  const conclusion = (page: Page) => page.getByLabel('Text of section Conclusion')

  it('(a) keeps its text over a reload, and nobody overwrites a colleague', async () => {
    const { id } = await caseOf('Written by two')
    const { page, open, axe, fits, expectRefusals } = await bed.visit('ana')
    expectRefusals(409)
    await open(`/cases/${id}`)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await conclusion(page).fill('The account was ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('locked')
    await page.reload()
    await eventually(() => conclusion(page).inputValue()).toBe('The account was **locked**')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

    // By keys: something of the case, then the next section.
    const summary = page.getByLabel('Text of section Summary')
    await summary.press('Control+End')
    await page.keyboard.type(' /')
    await page.getByLabel('Observable, finding, task or technique').fill('203')
    await page.keyboard.press('Enter')
    await eventually(() => summary.inputValue()).toContain('`203[.]0[.]113[.]66`')
    await axe()
    await fits()
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('button')
    await sections.getByText('Conclusion').press('Alt+ArrowUp')
    const draft = async () => bed.server.as('ana').getReportDraft({ id })
    await eventually(async () => (await draft()).sections.map(({ title }) => title).at(-1)).toBe(
      'Actions taken',
    )

    const { sections: stored } = await draft()
    const own = stored.find(({ title }) => title === 'Conclusion')
    if (!own) throw new Error('No conclusion')
    const { changedBy: _, changedAt: __, ...section } = own
    // The page hears of it only after the colleague's text was typed over.
    let isFirst = true
    await page.route('**/report/draft', async (route) => {
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false
        await bed.server
          .as('oa')
          .saveReportDraft({ id }, { order: [], changed: [{ ...section, body: 'Hers' }] })
      }
      await route.continue()
    })
    await conclusion(page).fill('His')
    await page.getByText(/oa changed section “Conclusion” in the meantime/).waitFor()
    await page.getByRole('button', { name: 'Reload sections' }).click()
    await eventually(() => conclusion(page).inputValue()).toBe('Hers')
  })

  it('(b) is the same in print, for Word and as Markdown, with TLP and defanged', async () => {
    const { id, caseId: number } = await caseOf('For the customer')
    const { page, open } = await bed.visit('ana')
    await open(`/cases/${id}/report`)
    await conclusion(page).fill(`Blocked ${evil}`)
    const opened = page.getByRole('checkbox', { name: /ana opened the case/ })
    await opened.uncheck()
    await page
      .getByLabel(/^Wording of: .*added/)
      .first()
      .fill('First copy delivered')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()

    const sheets = textOfPages(await page.pdf({ format: 'A4' }))
    for (const sheet of sheets) expect(sheet).toMatch(/TLP:\s*AMBER/)
    const save = async (item: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: item }).click(),
      ])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const markdown = await save('Save as Markdown')
    expect(markdown.name).toBe(`case-${number}-report-v1.md`)
    const word = await save('Save for Word')
    expect(word.name).toBe(`case-${number}-report-v2.docx`)
    const parts = unzipped(word.bytes)
    const all = {
      // Each word is a piece of its own.
      print: sheets.join(' ').replaceAll(/\s+/g, ' '),
      markdown: markdown.bytes.toString('utf8').replaceAll('\\', ''),
      word: (parts.get('word/document.xml') ?? '').replaceAll(/<[^>]+>/g, ''),
    }
    for (const text of Object.values(all)) {
      for (const words of ['Summary', 'Timeline', 'Observables', 'Conclusion'])
        expect(text).toContain(words)
      for (const words of ['hxxps://evil[.]example/login', '203[.]0[.]113[.]66'])
        expect(text).toContain(words)
      expect(text).toContain('First copy delivered')
      expect(text).not.toContain('ana opened the case')
      // Nothing is in this section, so it is not in the report.
      expect(text).not.toContain('Techniques')
      expect(text).not.toMatch(/https?:\/\/evil|203\.0\.113\.66/)
    }
    const margins = [...parts].filter(([name]) => /word\/(header|footer)\d/.test(name))
    expect(margins).toHaveLength(2)
    for (const [, xml] of margins) expect(xml).toContain('TLP:AMBER')

    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions' })
    await dialog.getByText('Version 2', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save version 1' }).click(),
    ])
    expect(markdown.bytes.toString('utf8')).toContain(
      (await readFile(await download.path(), 'utf8')).trim(),
    )
  })

  it('(c) is read by an organization that the case is shared with, and the audit log shows it', async () => {
    const { id } = await caseOf('Shared')
    const owner = await bed.visit('ana')
    await owner.open(`/cases/${id}`)
    await owner.page.getByRole('button', { name: 'More actions' }).click()
    await owner.page.getByRole('button', { name: 'Share…' }).click()
    const dialog = owner.page.getByRole('dialog', { name: /^Share case #/ })
    await dialog.getByLabel('Organization').selectOption('BETA')
    await owner.axe()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('group', { name: 'BETA' }).waitFor()

    const guest = await bed.visit('ana-beta')
    // When the case is taken back.
    guest.expectRefusals(404)
    await guest.open(`/cases/${id}/report`)
    await guest.page.getByRole('heading', { name: 'Observables' }).waitFor()
    expect(await guest.page.getByText('ana opened').count()).toBe(0)

    const administrator = await bed.visit('oa')
    await administrator.open('/settings/audit')
    await administrator.page.getByText('Read the report of a shared case').first().waitFor()
    await dialog.getByRole('button', { name: 'Stop sharing with BETA' }).click()
    await dialog.getByText('Shared with no other organization.').waitFor()
    const gone = guest.page.waitForResponse((response) => response.status() === 404)
    await guest.page.reload()
    await gone
    await expect(bed.server.as('ana-beta').getCaseV1({ id })).rejects.toMatchObject({ status: 404 })
  })
})

/** The texts of a zip whose central directory is at its end, as Word's are. */
function unzipped(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + (nameSize ?? 0))
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    parts.set(name, (method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8'))
    at += 46 + (nameSize ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}
