import { type CatalogueId, type Finding, finding } from '../kit/index.ts'

export interface FoundFile {
  readonly name: string
  readonly content: Buffer
  readonly message: string
}

/** An image that may contain a QR code: bytes of PNG or JPEG, or gray values. */
export interface Picture {
  readonly where: string
  readonly width: number
  readonly height: number
  /** Undefined where it cannot be unpacked. */
  load(): Buffer | Uint8Array | undefined
  readonly form: 'file' | 'grey'
}

/** What the readers of the forms answer. Filled while they read. */
export interface Report {
  readonly form: string
  readonly findings: Finding[]
  readonly links: { readonly url: string; readonly where: string }[]
  readonly files: FoundFile[]
  readonly pictures: Picture[]
  /** What could not be read, or was too much. */
  readonly problems: string[]
  /** The ones that may hide something: the reader of the report must know. */
  readonly gaps: string[]
  readonly details: Record<string, unknown>
  /** How many bytes of files may still be handed out: streams may lie upon each other. */
  readonly room: { left: number }
}

export class DamagedDocument extends Error {}

export const emptyReport = (form: string): Report => ({
  form,
  findings: [],
  links: [],
  files: [],
  pictures: [],
  problems: [],
  gaps: [],
  details: {},
  room: { left: 64 * 1024 * 1024 },
})

export const maxLinks = 500
export const maxFiles = 50

export function addFinding(
  report: Report,
  id: CatalogueId & `document.${string}`,
  evidence: Parameters<typeof finding>[1] = {},
): void {
  if (report.findings.length < 500) report.findings.push(finding(id, evidence))
}

export function addLink(report: Report, url: string, where: string): void {
  if (report.links.length < maxLinks) report.links.push({ url: url.slice(0, 4_000), where })
}

/** Negligible: readers ignore it as well. */
export function addNote(report: Report, problem: string): void {
  if (report.problems.length < 100 && !report.problems.includes(problem))
    report.problems.push(problem)
}

export function addProblem(report: Report, problem: string): void {
  addNote(report, problem)
  if (report.gaps.length < 50 && !report.gaps.includes(problem)) report.gaps.push(problem)
}

/** Each file that is handed out is a file on disk: fifty are enough to judge by. */
export const hasRoom = (report: Report): boolean =>
  report.files.length < maxFiles && report.room.left > 0

export const addNoRoom = (report: Report): void =>
  addProblem(report, `only ${maxFiles} of its files, 64 MB in total, were extracted`)

export function addFile(report: Report, file: FoundFile): void {
  if (!hasRoom(report) || file.content.length > report.room.left) {
    addNoRoom(report)
    return
  }
  report.room.left -= file.content.length
  report.files.push(file)
}
