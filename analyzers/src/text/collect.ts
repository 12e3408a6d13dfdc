import { extract, type Kind, kindNames } from '@assay/contract/detect'

export interface Found {
  readonly dataType: string
  readonly value: string
  readonly count: number
  /** Of `other`: what it is. */
  readonly kind?: Kind
}

const maxFound = 10_000

/** Joins what the pieces of a text hold. */
export function makeCollection() {
  const found = new Map<string, Found & { count: number }>()
  return {
    add(text: string) {
      for (const { dataType, value, count, kind } of extract(text, { max: maxFound })) {
        const key = `${dataType}\n${value}`
        const known = found.get(key)
        if (known) known.count += count
        else if (found.size < maxFound)
          found.set(key, { dataType, value, count, ...(kind && { kind }) })
      }
    },
    get isFull() {
      return found.size >= maxFound
    },
    list: (): Found[] => [...found.values()],
  }
}

/** The protocol has no types for these: a tag says what they are. */
export const kindOf = ({ kind }: Found) => (kind ? { message: kindNames[kind], tags: [kind] } : {})
