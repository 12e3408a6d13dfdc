import { setImmediate } from 'node:timers/promises'
import { badRequest } from '../../domain/errors.ts'
import { caseOfEvent } from '../../domain/response/misp-event.ts'
import { countJson } from '../../http/body-limits.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import { createCase, type NewCase } from '../cases/create.ts'
import type { Writing } from '../changes/write.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { addObservables } from '../observables/create.ts'
import type { CaseRow } from '../rows.ts'

export const maxBytes = 8 * 1024 ** 2
const turnBytes = 256 * 1024

/** What was exported from MISP, counted before it is parsed. */
export async function readEvent(file: ReceivedFile): Promise<unknown> {
  // guard: server/test/platform/misp-import.test.ts
  if (file.size > maxBytes)
    throw badRequest(`The MISP event has ${file.size} bytes; at most ${maxBytes} are imported`)
  return parseEvent(await file.read(0, file.size))
}

/** Counted in turns before it is parsed: a hostile nesting ends here. */
export async function parseEvent(bytes: Uint8Array): Promise<unknown> {
  const count = countJson('MISP event', maxBytes)
  for (let from = 0; from < bytes.length; from += turnBytes) {
    count.add(Buffer.from(bytes.subarray(from, from + turnBytes)))
    await setImmediate()
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest('Could not convert json to MISP event. The file is not JSON in UTF-8')
  }
}

/** What the caller says of the case wins over the event. */
export async function caseFromEvent(
  w: Writing,
  json: unknown,
  asked: Partial<NewCase>,
): Promise<CaseRow> {
  const types = await observableTypesOf(w.tx, w.organization)
  const isType = (name: string) => types.get(name)?.is_attachment === 0
  const { observables, ...event } = caseOfEvent(json, isType)
  const row = await createCase(w, { ...event, ...asked })
  await addObservables(
    w,
    { caseId: row.id },
    observables.map(({ tags, ...one }) => ({ ...one, tags: [...tags] })),
  )
  return row
}
