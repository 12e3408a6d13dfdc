import type { Writing } from './write.ts'

/** Actions that were run on something go with it. */
export const removeActionsOn = (w: Writing, objectId: string) =>
  w.tx
    .deleteFrom('actions')
    .where('organization', '=', w.organization)
    .where('object_id', '=', objectId)
    .execute()
