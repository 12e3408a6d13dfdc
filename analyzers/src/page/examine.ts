import { type Brand, words } from '../domain/brands.ts'
import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { evidenceOf } from '../script/calls.ts'
import { onlyDraws } from './drawing.ts'
import type { Page } from './read.ts'

const saves =
  /\bmsSave(?:OrOpen)?Blob\b|\bwindow\.open\s{0,3}\(\s{0,5}(?:window\.)?URL\.createObjectURL\b|\bURL\.createObjectURL\b[\s\S]{0,3000}(?:\.download\b|\.click\s{0,3}\(|setAttribute\(\s{0,3}["']download|location)|\.download\s{0,5}=[\s\S]{0,3000}\bcreateObjectURL\b|\.href\s{0,5}=\s{0,5}["'`]data:[\s\S]{0,2000}\.download\b|\bcreateWritable\(/i
const carries =
  /\batob\s{0,3}\(|[A-Za-z0-9+/]{800,}|fromCharCode|(?:\d{1,3},\s{0,2}){200}|(?:\\x[0-9a-f]{2}){100}|\bxor\b|\^\s{0,3}\w/i
const decodes =
  /\b(?:eval|Function|document\.write(?:ln)?|insertAdjacentHTML|\.innerHTML\s{0,3}=|\.srcdoc\s{0,3}=)\s{0,3}\(?\s{0,5}(?:window\.)?(?:atob|unescape|decodeURIComponent\(\s{0,3}(?:escape\(\s{0,3})?(?:window\.)?atob|String\.fromCharCode)\s{0,3}\(/i
const sends =
  /\b(?:fetch|axios(?:\.post)?|\$\.(?:post|ajax)|\.open)\s{0,3}\(\s{0,5}(?:\{[^}]{0,300}url\s{0,5}:\s{0,5})?(?:["'`](?:POST|GET)["'`]\s{0,5},\s{0,5})?["'`](https?:\/\/[^"'`\s]{4,500})/i
const clipboardCommand =
  /(?:clipboard\.writeText|execCommand\(\s{0,3}["']copy|clipboardData\.setData)/i
const command =
  /\b(?:powershell|mshta|cmd(?:\.exe)?\s{1,3}\/[ck]|curl\s[^\n]{1,200}\|\s{0,5}(?:ba)?sh|msiexec|rundll32|regsvr32|certutil)\b/i
/** What is copied is in the script verbatim; the rest of the page is for reading. */
function copiesOwnText(script: string): boolean {
  const copied = [...script.matchAll(/clipboard\.writeText\s{0,3}\(\s{0,5}/gi)].slice(0, 200)
  return (
    copied.length > 0 &&
    !/execCommand\(\s{0,3}["']copy|clipboardData\.setData/i.test(script) &&
    copied.every(({ 0: { length }, index }) =>
      /^(?:'[^'\\]{0,500}'|"[^"\\]{0,500}"|`[^`\\$]{0,500}`)\s{0,5}\)/.test(
        script.slice(index + length, index + length + 600),
      ),
    )
  )
}
const starters =
  /^(?:ms-msdt|search-ms|search|ms-officecmd|ms-appinstaller|ms-excel|ms-word|vbscript|mhtml|res|hcp):/i

/** Of an address with a host; undefined for what stays where the page is. */
function hostOf(address: string): string | undefined {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address)
  return url && /^https?:$/.test(url.protocol) ? url.hostname : undefined
}

export function pageFindings(page: Page, brands: readonly Brand[]): Finding[] {
  const script = page.scripts.join('\n')
  return [
    ...scriptFindings(page, script),
    ...formFindings(page, script, brands),
    ...linkFindings(page),
    ...redirectFindings(page, script),
  ]
}

function scriptFindings(page: Page, script: string): Finding[] {
  const findings: Finding[] = []
  const saved = carries.test(script) ? evidenceOf(script, saves) : undefined
  if (saved !== undefined)
    findings.push(
      finding('page.smuggling', {
        way: /msSave/i.test(saved) ? 'msSaveBlob' : 'blob',
        evidence: saved.slice(0, 200),
      }),
    )
  const decoded = evidenceOf(script, decodes)
  if (decoded !== undefined)
    findings.push(finding('page.decoded-run', { evidence: decoded.slice(0, 200) }))
  const framed = page.frames.find(({ address }) => hostOf(address) || /^data:/i.test(address))
  if (page.isSvg && framed)
    findings.push(finding('page.svg-frame', { target: framed.address.slice(0, 200) }))
  const hasScript = page.scripts.length > 0 && !(page.isWhole && onlyDraws(page.scripts))
  if (page.isSvg && (hasScript || page.scriptAddresses.length > 0))
    findings.push(
      finding('page.svg-script', {
        evidence: (page.scripts[0] ?? page.scriptAddresses[0] ?? '').trim().slice(0, 150),
      }),
    )
  if (
    clipboardCommand.test(script) &&
    (command.test(script) || (command.test(page.text) && !copiesOwnText(script)))
  )
    findings.push(
      finding('page.clipboard-command', {
        evidence: evidenceOf(`${script}\n${page.text}`, command) ?? '',
      }),
    )
  return findings
}

function formFindings(page: Page, script: string, brands: readonly Brand[]): Finding[] {
  const findings: Finding[] = []
  const sent = sends.exec(script)?.[1]
  const asks = page.hasPassword
  const elsewhere = page.forms.find(({ action, hasPassword }) => hasPassword && hostOf(action))
  if (elsewhere && isOwnSignIn(page, elsewhere.action, brands))
    findings.push(finding('page.password'))
  else if (elsewhere)
    findings.push(finding('page.password-elsewhere', { target: elsewhere.action }))
  else if (asks && sent !== undefined)
    findings.push(finding('page.password-by-script', { target: sent }))
  // Manuals of devices have sign-ins, too: what is saved as a file has no server of its own to ask for.
  else if (asks)
    findings.push(
      finding(page.base === undefined && isAlone(page) ? 'page.password-file' : 'page.password'),
    )
  const other = page.forms.find(({ action, hasPassword }) => !hasPassword && hostOf(action))
  if (other) findings.push(finding('page.form-elsewhere', { target: other.action }))
  const target = elsewhere?.action ?? sent ?? other?.action
  const brand = target === undefined && !asks ? undefined : brandOf(page, brands)
  const isTheirs = brand && target !== undefined && belongsTo(brand, hostOf(target))
  if (brand && !isTheirs && (asks || elsewhere))
    findings.push(
      finding('page.brand', {
        title: page.title.slice(0, 100),
        brand: brand.name,
        target: target ?? 'a script',
      }),
    )
  return findings
}

const hasScripts = ({ scripts, scriptAddresses, refresh }: Page) =>
  scripts.length > 0 || scriptAddresses.length > 0 || refresh !== undefined

/** A sign-in of a brand that was saved: all forms go to the brand that the title names, and no script sees what is typed. */
function isOwnSignIn(page: Page, target: string, brands: readonly Brand[]): boolean {
  const brand = brandOf(page, brands)
  return (
    brand !== undefined &&
    !hasScripts(page) &&
    [target, ...page.forms.map(({ action }) => action)].every(
      (action) =>
        /^https:/i.test(action) &&
        brand.domains.has(readDomainName(hostOf(action) ?? '')?.registrable ?? ''),
    )
  )
}

/** Self-contained: images, styles and scripts are inline or come from elsewhere. */
const isAlone = (page: Page) =>
  page.scriptAddresses.every(
    (address) => hostOf(address) !== undefined || address.startsWith('data:'),
  ) &&
  // `action="/session"` reaches no server from a file, and without a script nothing else does.
  (hasScripts(page) ||
    page.base !== undefined ||
    !page.forms.some(
      ({ action, hasPassword }) => hasPassword && /^\.{0,2}\/?[a-z][\w/-]{1,200}$/i.test(action),
    )) &&
  page.forms.every(
    ({ action }) => !/^\.{0,2}\/?[\w/.-]{1,200}\.(?:html?|php|asp|jsp|cgi|do)\b/i.test(action),
  )

function brandOf(page: Page, brands: readonly Brand[]): Brand | undefined {
  const title = ` ${words(page.title.slice(0, 200))} `
  return title.trim() === ''
    ? undefined
    : brands.find(({ names }) => names.some((name) => title.includes(` ${name} `)))
}

function belongsTo(brand: Brand, host: string | undefined): boolean {
  const name = host === undefined ? undefined : readDomainName(host)
  return (
    name?.registrable != null &&
    (brand.domains.has(name.registrable) || brand.looks.some(({ label }) => label === name.label))
  )
}

function linkFindings(page: Page): Finding[] {
  const findings: Finding[] = []
  const frame = page.frames.find(
    ({ address, isHidden }) => isHidden && hostOf(address) && !harmlessFrames.test(address),
  )
  if (frame) findings.push(finding('page.hidden-frame', { target: frame.address }))
  if (page.refresh !== undefined) {
    if (/^(?:data|javascript|vbscript|file|search-ms|ms-\w{1,20}):|^\\\\/i.test(page.refresh))
      findings.push(finding('page.refresh-script', { target: page.refresh }))
    else if (hostOf(page.refresh)) findings.push(finding('page.refresh', { target: page.refresh }))
  }
  const saved = page.links.find(
    ({ address, download }) =>
      /^data:(?!image\/|text\/(?:plain|csv))/i.test(address) &&
      download !== undefined &&
      address.length > 200,
  )
  if (saved)
    findings.push(
      finding('page.data-download', {
        evidence: `${saved.download} ${saved.address.slice(0, 80)}`,
      }),
    )
  const started =
    page.links.find(({ address }) => starters.test(address)) ??
    page.frames.find(({ address }) => starters.test(address))
  if (started)
    findings.push(finding('page.search-scheme', { evidence: started.address.slice(0, 200) }))
  const control = page.objects.find((object) =>
    /clsid:|x-oleobject|\.(?:hta|exe|chm|jar)\b/i.test(object),
  )
  if (control !== undefined)
    findings.push(finding('page.object', { evidence: control.slice(0, 200) }))
  return findings
}

const leaves =
  /(?:^|[^\w.])(?:window\.|document\.|self\.|top\.|parent\.)?location(?:\.href)?\s{0,5}=\s{0,5}["'`](https?:\/\/[^"'`\s]{4,500})|\blocation\.(?:replace|assign)\s{0,3}\(\s{0,5}["'`](https?:\/\/[^"'`\s]{4,500})/
/** Of what is to be read; a page that says more is more than a way to another one. */
const littleText = 150

/**
 * Nothing but a way to somewhere else: mail filters see a file, the reader sees the other page. A page that has
 * moved says so by a refresh; one that is written for a single reader has the address of that reader in it.
 */
function redirectFindings(page: Page, script: string): Finding[] {
  const [, set, called] = leaves.exec(script) ?? []
  const refreshed = page.refresh && hostOf(page.refresh) ? page.refresh : ''
  const isPersonal = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}\.[a-z]{2,}/i.test(refreshed)
  const target = set ?? called ?? (isPersonal ? refreshed : undefined)
  const isNamed = page.links.some((link) => hostOf(link.address) === hostOf(target ?? ''))
  const isBare = page.ownText.replace(/\s+/g, ' ').trim().length < littleText && !isNamed
  if (target === undefined || !isBare || page.isSvg) return []
  return [finding('page.redirect-only', { target })]
}

/** Counters that half of the web has. */
const harmlessFrames =
  /^(?:https?:)?\/\/(?:[\w-]{1,60}\.)?(?:googletagmanager\.com|doubleclick\.net|youtube(?:-nocookie)?\.com|google\.com|facebook\.com|hsforms\.com)\//i
