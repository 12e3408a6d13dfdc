import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { attachmentName, certificate, document, knownHash, mail, program } from './samples.ts'
import { eventually } from './visit.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const filePath = (content: string | Buffer) => `/observables?type=file&hash=${sha256(content)}`

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A type, where one is shown, its verdict, the panel of its facts, and one of them. */
type Shown = readonly [what: string, path: string, word: string, title: string, fact: string]

const types: readonly Shown[] = [
  ['a mail', filePath(mail), 'Suspicious', 'Message', 'spoofed'],
  ['a program', filePath(program()), 'Suspicious', 'Executable', 'not signed'],
  ['a document', filePath(document), 'Suspicious', 'Document', 'Kind'],
  ['a certificate', filePath(certificate), 'Suspicious', 'Certificate', 'self-signed'],
  [
    'a URL',
    `/observables?type=url&value=${encodeURIComponent('http://paypal.com@0xc6336407/login?a=1')}`,
    'Suspicious',
    'URL',
    'an IP address, written as 0xc6336407',
  ],
  [
    'a domain',
    '/observables?type=domain&value=paypa1-login.example',
    'Suspicious',
    'Domain',
    'imitates',
  ],
  [
    'an address',
    '/observables?type=ip&value=198.51.100.7',
    'No verdict',
    'IP address',
    'Reserved for',
  ],
  ['a hash', `/observables?type=hash&value=${knownHash}`, 'Malicious', 'Hash', 'EICAR test file'],
]

describeJourneys('a value in the form of its type', {}, (bed) => {
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const ids = await enableAnalyzers(bed.server, oa, [
      'Assay_Mail',
      'Assay_Executable',
      'Assay_Document',
      'Assay_File',
      'Assay_Url',
      'Assay_Domain',
      'Assay_IP',
      'Assay_Hash',
      'Assay_Certificate',
      'Hostile',
    ])
    const file = (name: string, content: string | Buffer) => ({
      dataType: 'file',
      attachment: new File([new Uint8Array(Buffer.from(content))], name),
    })
    const run = (id: string, observable: Parameters<typeof runToEnd>[3]) =>
      runToEnd(bed.server, ana, id, observable)
    await Promise.all([
      run(ids.Assay_Mail, file('account locked.eml', mail)),
      run(ids.Assay_File, file('account locked.eml', mail)),
      run(ids.Assay_Executable, file('Statement.pdf.exe', program())),
      run(ids.Assay_Document, file('offer.pdf', document)),
      run(ids.Assay_Certificate, file('login.pem', certificate)),
      run(ids.Assay_Url, { dataType: 'url', data: 'http://paypal.com@0xc6336407/login?a=1' }),
      run(ids.Assay_Domain, { dataType: 'domain', data: 'paypa1-login.example' }),
      run(ids.Assay_IP, { dataType: 'ip', data: '198.51.100.7' }),
      run(ids.Assay_Hash, { dataType: 'hash', data: knownHash }),
      run(ids.Hostile, { dataType: 'url', data: 'https://outside.example/login' }),
      run(ids.Hostile, { dataType: 'url', data: 'https://outside.example/bare' }),
    ])
  })

  it('§5 journey 1: each type says why before everything else, then its facts', async () => {
    const { page, open, enter, axe, fits } = await bed.visit('ana')
    await page.setViewportSize({ width: 1440, height: 900 })
    const problems: string[] = []
    let isLost = true
    for (const [what, path, word, title, fact] of types)
      try {
        await (isLost ? open(path) : enter(path))
        isLost = false
        const band = page.getByRole('region', { name: 'Verdict' })
        await band.getByText(word, { exact: true }).first().waitFor()
        const first = band.getByRole('listitem').first()
        const box = await first.boundingBox()
        await panel(page, title).getByText(fact).first().waitFor()

        expect((await first.innerText()).length).toBeGreaterThan(10)
        expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(900)
        await axe()
        await fits()
      } catch (error) {
        isLost = true
        problems.push(`${what}: ${(error as Error).message}`)
      }
    expect(problems).toEqual([])
  })

  it('§5 journey 2: a mail shows who, three checks and links, each with the number of its reason', async () => {
    const { page, open } = await bed.visit('ana')
    await open(filePath(mail))

    const facts = panel(page, 'Message')
    await facts.getByRole('link', { name: 'security[@]paypal[.]com' }).waitFor()
    await facts.getByText('ada[@]example[.]com').waitFor()
    await facts.getByText('and 1 more').waitFor()
    await facts.getByRole('link', { name: 'help[@]paypa1-login[.]test' }).first().waitFor()
    for (const check of ['SPF failed', 'No DKIM result', 'DMARC failed'])
      await facts.getByText(check).waitFor()
    await facts.getByText('hxxps://www[.]paypal[.]com/signin').waitFor()
    const opens = facts.getByRole('link', { name: 'hxxps://paypa1-login[.]test/verify' })
    await opens.waitFor()
    const file = facts.getByRole('link', { name: attachmentName })
    await file.waitFor()
    await facts.getByText('Confirm your account').waitFor()

    // A number leads to its evidence, from there to its page; its own hashes are no relations.
    const band = page.getByRole('region', { name: 'Verdict' })
    const reasons = await band.getByRole('listitem').allInnerTexts()
    const number = 1 + reasons.findIndex((one) => one.includes('Link text and target differ'))
    await page.keyboard.press('e')
    await facts.getByText('203[.]0[.]113[.]66').first().waitFor()
    await page.keyboard.press(String(number))
    await eventually(() => opens.evaluate((link) => link.matches(':focus'))).toBe(true)
    const relations = page.getByRole('region', { name: /^Relations as a graph/ })
    await relations.getByRole('link').first().waitFor()
    const nodes = await relations
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
    expect(nodes.filter((name) => name.includes(sha256(mail)))).toEqual([])
    await page.getByText('File details').click()
    await panel(page, 'Hashes').getByText(sha256(mail)).waitFor()

    // What is inside has its own page, and is analyzed from there.
    await facts
      .getByRole('button', { name: /^Analyze/ })
      .first()
      .click()
    await facts.getByText('Malicious').first().waitFor()
    await file.click()
    await page.getByRole('heading', { level: 1, name: attachmentName }).waitFor()
  })

  it('§5 journey 3: a third-party report is sentences and tables, and no markup', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await open('/observables?type=url&value=https%3A%2F%2Foutside.example%2Flogin')
    await page.getByRole('region', { name: 'Verdict' }).getByRole('link').first().click()

    const drawer = page.getByRole('dialog', { name: 'Hostile' })
    await drawer.getByRole('region', { name: 'Reasons' }).getByText('Malicious').waitFor()
    const facts = drawer.getByRole('heading', { name: 'Results', exact: true })
    await facts.waitFor()
    await drawer.locator('summary').getByText('Table').first().click()
    await drawer.getByRole('table').first().getByText('<script>window.pwned=1').first().waitFor()
    expect(await drawer.getByRole('columnheader').count()).toBeLessThanOrEqual(5)
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect(await drawer.locator('script, img, svg[onload]').count()).toBe(0)
    await axe()
  })

  it('§5 journey 4: a report that is nothing but a text is shown as text', async () => {
    const { page, open } = await bed.visit('ana')
    await open('/observables?type=url&value=https%3A%2F%2Foutside.example%2Fbare')
    // It judges nothing: its line is folded with those of its kind.
    await page.getByText('1 found nothing').click()
    await page.getByRole('link', { name: 'Hostile' }).first().click()

    const found = page.getByRole('dialog').getByRole('region', { name: 'Results', exact: true })
    await found.getByText('<script>window.pwned=1</script> and nothing else').waitFor()
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  })

  it('§5 journey 5: each hash can be copied and leads to its page', async () => {
    const { page, open } = await bed.visit('ana')
    await open(filePath(mail))
    const hashes = panel(page, 'Hashes')
    await page.getByText('File details').click()

    for (const name of ['SHA-256', 'SHA-1', 'MD5'])
      await hashes.getByRole('button', { name: `Copy ${name}` }).waitFor()
    await hashes.getByRole('button', { name: 'Copy SHA-256' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sha256(mail))
    await hashes.getByRole('link', { name: sha256(mail) }).click()
    await page.getByRole('heading', { level: 1, name: sha256(mail) }).waitFor()
    expect(new URL(page.url()).searchParams.get('type')).toBe('hash')
    await page.getByRole('link', { name: 'account locked.eml' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'account locked.eml' }).waitFor()
  })
})
