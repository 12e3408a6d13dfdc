import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'
import { attackTechniques, type Technique } from './attack-techniques.ts'

/** Techniques of ATT&CK, and where they were met. */
export const procedures: Migration = {
  name: '0029-procedures',
  keepsOlder: true,
  up: async (db, dialect) => {
    await makeEntityTable(db, dialect, 'patterns', {
      pattern_id: 'text!',
      name: 'text!',
      tactics: 'text!',
      url: 'text!',
      revoked: 'integer!',
      version: 'text',
      platforms: 'text!',
      details: 'text!',
      description: 'text',
    })
    await makeEntityTable(
      db,
      dialect,
      'procedures',
      {
        case_id: 'text',
        alert_id: 'text',
        pattern_id: 'text!',
        tactic: 'text!',
        occur_date: 'integer!',
        description: 'text',
      },
      { case_id: 'cases', alert_id: 'alerts' },
    )
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
    await sql.raw(initialPatterns).execute(db)
  },
}

const values = ({ id, name, tactics }: Technique, index: number): string =>
  `('~${1_001 + index}', '', 0, 'init', '${id}', '${name}', '${JSON.stringify(tactics)}',
    'https://attack.mitre.org/techniques/${id.replace('.', '/')}', 0, '[]', '{}')`

/** Of the whole platform. Constants only; ids this small are never given out. */
export const initialPatterns = `insert into patterns (id, organization, created_at, created_by,
  pattern_id, name, tactics, url, revoked, platforms, details)
  values ${attackTechniques.map(values).join(', ')}`

const indexes = [
  'unique index patterns_by_number on patterns (organization, pattern_id)',
  'index procedures_of_case on procedures (case_id) where case_id is not null',
  'index procedures_of_alert on procedures (alert_id) where alert_id is not null',
  'index procedures_of_organization on procedures (organization, created_at, id)',
  'index procedures_by_pattern on procedures (pattern_id)',
]
