import { type TextKey, text } from '../texts/index.ts'

/** What responders act on, as TheHive spells it in their definitions. */
const objects: Record<string, TextKey> = {
  'thehive:case': 'catalogue.object.case',
  'thehive:case_artifact': 'catalogue.object.observable',
  'thehive:case_task': 'catalogue.object.task',
  'thehive:case_task_log': 'catalogue.object.log',
  'thehive:alert': 'catalogue.object.alert',
}

/** In words where there are words for it; a data type is its own name. */
export function typeName(dataType: string): string {
  const key = objects[dataType.toLowerCase()]
  return key ? text(key) : dataType
}
