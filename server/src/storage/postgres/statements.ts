import { hash } from 'node:crypto'
import pg from 'pg'
import { isStanding } from '../common/standing-statements.ts'
import { isDirect } from './session.ts'

export interface StatementOptions {
  /** By default they are kept unless there is a pooler before the database. */
  namedStatements?: boolean | undefined
  /** Told of every round trip. */
  onStatement?: (text: string) => void
}

/**
 * The driver's client, which gives the statements that are built once a name: the database then reads
 * and plans each of them once for a connection and not every time, which was half of its work. Those
 * that searches make up have none, because a connection would keep all of them.
 */
export function statementClient({ namedStatements, onStatement }: StatementOptions) {
  class StatementClient extends pg.Client {
    // It can be called in eight ways; Kysely calls it with a text and values.
    override query(...call: never[]): never {
      const [text, values] = call as readonly unknown[]
      onStatement?.(typeof text === 'string' ? text : 'other')
      const isKept = namedStatements ?? isDirect(this)
      if (!isKept || typeof text !== 'string' || call.length !== 2 || !isStanding(text))
        return super.query(...(call as [never])) as never
      return super.query({ name: nameOf(text), text, values: values as unknown[] }) as never
    }
  }
  return StatementClient as unknown as typeof pg.Client
}

const names = new Map<string, string>()

/** Of the text itself: two texts with one name are an error of the driver. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `assay_${hash('sha256', text).slice(0, 32)}`
    names.set(text, name)
  }
  return name
}
