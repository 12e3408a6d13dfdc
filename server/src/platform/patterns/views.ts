import type { PatternV1 } from '@assay/contract'
import type { ImportedPattern } from '../../domain/response/stix.ts'
import { keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { PatternRow } from '../rows.ts'

const noDetails: ImportedPattern['details'] = {
  dataSources: [],
  defenseBypassed: [],
  permissionsRequired: [],
  systemRequirements: [],
  remoteSupport: false,
  detection: '',
}

const shown = (row: PatternRow) => {
  const details: Partial<ImportedPattern['details']> = JSON.parse(row.details)
  const { detection, ...lists } = { ...noDetails, ...details }
  return {
    patternId: row.pattern_id,
    name: row.name,
    tactics: JSON.parse(row.tactics),
    url: row.url,
    patternType: 'attack-pattern' as const,
    revoked: row.revoked === 1,
    platforms: JSON.parse(row.platforms),
    dataSources: [...lists.dataSources],
    defenseBypassed: [...lists.defenseBypassed],
    permissionsRequired: [...lists.permissionsRequired],
    systemRequirements: [...lists.systemRequirements],
    remoteSupport: lists.remoteSupport,
    ...withoutNulls({
      description: row.description,
      version: row.version,
      detection: detection || null,
    }),
  }
}

export const patternV1 = (row: PatternRow): PatternV1 => ({
  ...keysV1(row),
  _type: 'Pattern',
  ...shown(row),
  extraData: {},
})

const patternV0 = (row: PatternRow) => ({ ...keysV0(row), _type: 'pattern', ...shown(row) })

export const patternViews = viewsOf(patternV0, patternV1)
