import type { ConfigurationItem } from '@assay/contract'

/** One setting, declared once: the form in the page, the check and the type follow from it. */
export interface ItemSpec {
  /**
   * `resource` is a file or folder that the organization has chosen: its own upload, or one
   * that the operator offers. `run` gets it opened. No other type is ever a path.
   */
  readonly type: ConfigurationItem['type'] | 'resource'
  /** What people call it; its name in words where it is left out. */
  readonly label?: string
  readonly description: string
  /** A list of values; empty unless given. */
  readonly multi?: boolean
  readonly required?: boolean
  readonly default?: unknown
  /** No secret: reports may repeat what is set here. Everything else is taken out of them. */
  readonly plain?: boolean
}

export type Configuration = Readonly<Record<string, ItemSpec>>

export const itemsOf = (configuration: Configuration): ConfigurationItem[] =>
  Object.entries(configuration).map(([name, item]) => ({
    name,
    ...(item.label === undefined ? {} : { label: item.label }),
    description: item.description,
    // In the public protocol a reference is a text; the format lets the page offer a list.
    type: item.type === 'resource' ? 'string' : item.type,
    multi: item.multi ?? false,
    required: item.required ?? false,
    ...(item.default === undefined ? {} : { defaultValue: item.default }),
    ...(item.type === 'resource' ? { format: 'resource' as const } : {}),
  }))
