import { inflateSync } from 'node:zlib'
import { DamagedCompoundFile, isCompoundFile, readCompoundFile } from '../formats/compound-file.ts'
import { addObject } from './ole-object.ts'
import { addFinding, addProblem, type Report } from './report.ts'
import { addMacros, modulesIn } from './vba.ts'

/** ExOleObjStg of [MS-PPT]: an object or the project of the macros, mostly packed. */
const storageRecord = 0x1011
const encryptionRecord = 0x2f14
/** RT_InteractiveInfo: what a click or the mouse over a shape does. */
const interactionRecord = 0x0ff2
const maxStorages = 100
const maxStorage = 32 * 1024 * 1024

/** `Current User` says with its mark that what it belongs to is encrypted. */
export const saysEncrypted = (currentUser: Buffer): boolean =>
  currentUser.length >= 16 && currentUser.readUInt32LE(12) === 0xf3d1c4df

export function readPowerPoint(report: Report, stream: Buffer, currentUser: Buffer): void {
  let isEncrypted = saysEncrypted(currentUser)
  let [count, left] = [0, 2 * maxStorage]
  for (let at = 0; at + 8 <= stream.length; ) {
    const instance = stream.readUInt16LE(at) >> 4
    const type = stream.readUInt16LE(at + 2)
    const length = stream.readUInt32LE(at + 4)
    if (type === encryptionRecord) isEncrypted = true
    if (type === storageRecord && !isEncrypted) {
      count += 1
      if (count > maxStorages || left <= 0) {
        addProblem(report, `only ${maxStorages} of its objects were examined`)
        break
      }
      const body = stream.subarray(at + 8, at + 8 + length)
      const content = instance === 1 ? unpacked(body, Math.min(maxStorage, left)) : body
      left -= content?.length ?? maxStorage
      if (content) readStorage(report, content, count)
      else addProblem(report, 'an object could not be unpacked')
    }
    if (type === interactionRecord)
      readInteraction(report, stream.subarray(at + 8, at + 8 + length))
    // Slides and their shapes are containers, which hold the click actions.
    at += isContainer(stream, at) ? 8 : 8 + length
  }
  if (isEncrypted) addFinding(report, 'document.encrypted')
}

function unpacked(body: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(body.subarray(4), { maxOutputLength })
  } catch {
    return undefined
  }
}

function readStorage(report: Report, content: Buffer, index: number): void {
  if (!isCompoundFile(content)) return
  try {
    const modules = modulesIn(readCompoundFile(content), report)
    if (modules.length > 0) addMacros(report, modules)
    else addObject(report, `object${index}.bin`, content)
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    addProblem(report, `corrupt object: ${error.message}`)
  }
}

const isContainer = (stream: Buffer, at: number) => (stream.readUInt16LE(at) & 15) === 15

/** An atom with the kind of action, then texts: the name of a macro or of a program. */
function readInteraction(report: Report, body: Buffer): void {
  let [action, name] = [0, '']
  for (let at = 0; at + 8 <= body.length; ) {
    const type = body.readUInt16LE(at + 2)
    const content = body.subarray(at + 8, at + 8 + body.readUInt32LE(at + 4))
    if (type === 0x0ff3 && content.length >= 9) action = content[8] ?? 0
    if (type === 0x0fba) name = content.toString('utf16le').slice(0, 300)
    at += 8 + content.length
  }
  if (action === 1) addFinding(report, 'document.macros-start', { names: name || 'click' })
  if (action === 2 && name !== '') addFinding(report, 'document.launch', { target: name })
}
