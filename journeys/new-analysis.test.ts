import { createHash } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  formRows,
  groupsOf,
  investigationOf,
  matrixCells,
  openMatrix,
  paste,
  pasteBox,
  runButton,
} from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization } from './people.ts'
import { ownProfile } from './profiles.ts'
import { eventually } from './visit.ts'

const mixedLines = [
  '8[.]8[.]8[.]8',
  'hxxps://evil[.]com/a?b=1',
  '# from the ticket of this morning',
  '2606:4700:4700:0:0:0:0:1111',
  '10.0.0.5',
  'mallory[at]mail(.)example',
  '8.8.8.8',
  'CVE-2021-44228 | AS15169',
  '44D88612FEA8A8F36DE82E1278ABB02F',
  'evil (dot) com, www[.]evil[.]com:8443',
  '198.51.100.7:8080',
  '999.1.1.1',
]

const notes = { name: 'notes of the case.txt', text: 'Nothing to see here.\n' }
const sample = { name: 'invoice.doc', text: 'x'.repeat(3 * 1024) }

describeJourneys('a new analysis', {}, (bed) => {
  let echo: string
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    echo = (await enableAnalyzers(bed.server, oa, ['Echo'])).Echo
  })
  const runPath = () => `/api/analyzer/${echo}/run`

  it('journey 10: reads whatever is pasted, wherever it is pasted', async () => {
    const { page, open, signedIn, sent, axe, fits } = await bed.visit('ana')
    await open('/')
    await signedIn()

    await paste(page, mixedLines.join('\n'))
    await page.getByRole('heading', { level: 1, name: 'New analysis' }).waitFor()
    await runButton(page).waitFor()
    const rows = await formRows(page)
    const main = page.getByRole('main')
    await main.getByText('Detected 11, 1 duplicate, 1 ignored, 1 unknown').waitFor()
    await main.getByText('10 of 12 selected').waitFor()
    await main.getByText('private address').waitFor()
    await main.getByText('port 8080 removed').waitFor()
    await axe()
    await fits()
    await page.getByRole('button', { name: '1 unknown – show' }).click()
    const withUnknown = await formRows(page)
    await page.getByRole('button', { name: 'Run 10 jobs', exact: true }).click()
    await investigationOf(bed.server, 'ana', page, 10)
    await eventually(() => groupsOf(page)).toEqual({ 'No verdict': 10 })
    await openMatrix(page)
    await eventually(async () => JSON.stringify(await matrixCells(page))).toContain('CVE-2021')
    await eventually(async () => JSON.stringify(await matrixCells(page))).toContain('hxxps')
    const cells = JSON.stringify(await matrixCells(page))

    expect(rows).toEqual([
      '[x] ip 8[.]8[.]8[.]8',
      '[x] url hxxps://evil[.]com/a?b=1',
      '[x] ip 2606[:]4700[:]4700[:][:]1111',
      '[ ] ip 10[.]0[.]0[.]5',
      '[x] mail mallory[@]mail[.]example',
      '[x] cve CVE-2021-44228',
      '[x] autonomous-system AS15169',
      '[x] hash 44d88612fea8a8f36de82e1278abb02f',
      '[x] domain evil[.]com',
      '[x] fqdn www[.]evil[.]com',
      '[x] ip 198[.]51[.]100[.]7',
    ])
    expect(withUnknown).toEqual([...rows, '[ ] other 999.1.1.1'])
    expect(sent('POST', runPath()).map(({ body }) => body)).toEqual(
      [
        ['ip', '8.8.8.8'],
        ['url', 'https://evil.com/a?b=1'],
        ['ip', '2606:4700:4700::1111'],
        ['mail', 'mallory@mail.example'],
        ['cve', 'CVE-2021-44228'],
        ['autonomous-system', 'AS15169'],
        ['hash', '44d88612fea8a8f36de82e1278abb02f'],
        ['domain', 'evil.com'],
        ['fqdn', 'www.evil.com'],
        ['ip', '198.51.100.7'],
      ].map(([dataType, data]) => ({ dataType, data, tlp: 2, pap: 2 })),
    )
    // Echo repeats the address in its verdict, where it must not be one to click on either.
    expect(cells).toContain('hxxps://evil[.]com/a?b=1')
    expect(cells).not.toContain('https://')
  })

  it('an analyzer set of the administrator is a choice in the form of an analyst, for its types', async () => {
    const admin = await bed.visit('oa')
    await admin.open('/settings/sets')
    await admin.page.getByRole('button', { name: 'Add a set' }).first().click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Names')
    await dialog.getByRole('checkbox', { name: 'Echo' }).check()
    await dialog.getByRole('checkbox', { name: 'Domain', exact: true }).check()
    await admin.axe()
    await admin.fits()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await admin.page.getByRole('rowheader', { name: 'Names' }).waitFor()

    const { page, open, fits } = await bed.visit('ana', { viewport: { width: 390, height: 844 } })
    await open('/new')
    await pasteBox(page).fill('192.0.2.7')
    const preset = page.getByLabel('Preset')
    await preset.waitFor()
    expect(await preset.locator('option').allTextContents()).not.toContain('Names')
    await pasteBox(page).fill('names.example')
    await preset.selectOption('Names')
    await fits()
    await page.getByRole('button', { name: /^Run \d+ jobs?$/ }).waitFor()
  })

  it('journey 15: takes files by the button and by drag', async () => {
    const { page, open } = await bed.visit('ana', ownProfile)
    const forms = await watchForms(page)
    await open('/new')

    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files…' }).click()
    const buffer = Buffer.from(notes.text)
    await (await chooser).setFiles({ name: notes.name, mimeType: 'text/plain', buffer })
    await dragFile(page, sample)
    await eventually(() => formRows(page)).toEqual([
      '[x] file notes of the case.txt (21 B)',
      '[x] file invoice.doc (3 KiB)',
    ])
    await page.getByText(`SHA-256 ${sha256(sample.text)}`).waitFor()
    await page.getByRole('button', { name: 'Run 2 jobs', exact: true }).click()
    const { jobs, values } = await investigationOf(bed.server, 'ana', page, 2)
    const ids = [notes, sample].map(({ name }) => {
      const key = values.find(({ filename }) => filename === name)?.key
      return jobs.find((job) => job.key === key)?.id
    })
    await openMatrix(page)
    await eventually(() => matrixCells(page)).toMatchObject({
      [notes.name]: { Echo: expect.stringContaining(notes.name) },
      [sample.name]: { Echo: expect.stringContaining(sample.name) },
    })

    expect(forms()).toEqual(
      [notes, sample].map(({ name, text }) => ({
        path: runPath(),
        type: expect.stringMatching(/^multipart\/form-data; boundary=/),
        parts: {
          _json: { dataType: 'file', tlp: 2, pap: 2 },
          attachment: { name, size: text.length },
        },
      })),
    )
    for (const [at, { name, text }] of [notes, sample].entries()) {
      const job = await bed.server.as('ana').getJob({ id: ids[at] ?? '' })
      expect(job).not.toHaveProperty('data')
      expect(job.attachment).toMatchObject({ name, size: text.length, id: sha256(text) })
      await open(`/jobs/${job.id}`)
      await page.locator('summary').getByText('Details', { exact: true }).last().click()
      const facts = page.getByRole('dialog').getByRole('definition')
      for (const fact of [name, at === 0 ? '21 B' : '3 KiB', sha256(text)])
        await facts.filter({ hasText: fact }).last().waitFor()
    }
  })

  it('keeps its values apart when a phone is turned', async () => {
    const { page, open } = await bed.visit('ana', { viewport: { width: 844, height: 390 } })
    await open(`/new?${new URLSearchParams({ data: '8.8.8.8\nevil.com\n9.9.9.9' })}`)
    const rows = page.getByRole('list').filter({ has: page.getByRole('combobox') })
    await rows.getByRole('listitem').nth(2).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const gaps = async () => {
      const boxes = await rows
        .getByRole('listitem')
        .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()))
      return boxes.slice(1).map(({ top }, at) => top >= boxes[at].bottom - 1)
    }
    await eventually(gaps).toEqual([true, true])
  })

  it('stays usable with ten thousand lines', async () => {
    const visit = await bed.visit('ana')
    const { page, sent } = visit
    const list = page.getByRole('list', { name: 'Observables', exact: true })
    await visit.open('/new')
    await pasteBox(page).focus()

    await paste(page, Array.from({ length: 10_000 }, (_, at) => `host-${at}.com`).join('\n'))
    const main = page.getByRole('main')
    await main.getByText('Detected 10,000', { exact: true }).waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nlast.com')
    await main.getByText('Detected 10,001', { exact: true }).waitFor()
    const drawn = await list.getByRole('listitem').count()
    await list.focus()
    await page.keyboard.press('End')
    // A click, and then the state: `uncheck` reads it at once and gives up.
    const last = page.getByRole('checkbox', { name: 'Analyze last[.]com' })
    await last.click()
    await eventually(() => last.isChecked()).toBe(false)
    await main.getByText('10,000 of 10,001 selected').waitFor()
    await main.getByText('at most 5,000 jobs in one run: deselect some', { exact: true }).waitFor()
    await page.keyboard.press('Control+Enter')

    expect(drawn).toBeGreaterThan(5)
    expect(drawn).toBeLessThan(100)
    expect(await list.getByRole('listitem').count()).toBeLessThan(100)
    expect((await pasteBox(page).inputValue()).endsWith('host-9999.com\nlast.com')).toBe(true)
    expect(sent('POST', runPath())).toEqual([])
  })
})

/** A real drag has no other way into a browser without a screen. */
async function dragFile(page: Page, file: { name: string; text: string }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(({ name, text }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], name, { type: 'application/msword' }))
    return transfer
  }, file)
  const main = page.getByRole('main')
  await main.dispatchEvent('dragenter', { dataTransfer })
  await main.dispatchEvent('dragover', { dataTransfer })
  await page.getByText('Drop files to analyze them').waitFor()
  await main.dispatchEvent('drop', { dataTransfer })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

interface SentForm {
  readonly path: string
  readonly type: string | undefined
  readonly parts: Record<string, unknown>
}

/**
 * The multi-part bodies that the page sends: the browser does not report the content of one with
 * files.
 */
async function watchForms(page: Page): Promise<() => SentForm[]> {
  const bodies: Record<string, unknown>[] = []
  const requests: Request[] = []
  await page.exposeFunction('tellForm', (parts: Record<string, unknown>) => bodies.push(parts))
  await page.addInitScript(() => {
    const { fetch: send, tellForm } = window as typeof window & { tellForm(parts: object): void }
    window.fetch = (address, init) => {
      if (init?.body instanceof FormData) {
        const parts = [...init.body].map(([name, part]) =>
          part instanceof File
            ? [name, { name: part.name, size: part.size }]
            : [name, JSON.parse(part)],
        )
        tellForm(Object.fromEntries(parts))
      }
      return send(address, init)
    }
  })
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/')) requests.push(request)
  })
  return () =>
    requests.map((request, at) => ({
      path: new URL(request.url()).pathname,
      type: request.headers()['content-type'],
      parts: bodies[at] ?? {},
    }))
}
